import type { Services } from '#lib/server/context.ts';
import { transact } from '#lib/server/db/transact.ts';

import * as queries from './queries.ts';

const BATCH = 100;
// A zip is stored before its row names it.
const MIN_ORPHAN_AGE_MS = 3_600_000;

async function deleteOrphans({ db, exportFiles, now }: Services): Promise<void> {
  const newest = now() - MIN_ORPHAN_AGE_MS;
  for await (const { key, modified } of exportFiles.list()) {
    if (modified.getTime() >= newest) continue;
    const used = await queries.listUsedExportKeys(db, [key]);
    if (!used.has(key)) await exportFiles.remove(key);
  }
}

/** Deletes the copies that expired, and files that no row names: left by a crash between file and row. */
export async function cleanExports(services: Services): Promise<void> {
  const { now } = services;
  for (let deleted = BATCH; deleted === BATCH;)
    deleted = await transact(services, { invalidates: [] }, (tx) =>
      queries.deleteExpiredExports(tx, now(), BATCH),
    );
  await deleteOrphans(services);
}
