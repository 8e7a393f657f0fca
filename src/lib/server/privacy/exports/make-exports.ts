import { randomBytes } from 'node:crypto';

import { PRIVACY_PATH } from '#lib/contract/paths.ts';
import { EXPORT_DAYS } from '#lib/contract/privacy/exports.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { enqueueEmail } from '#lib/server/platform/email/enqueue-email.ts';
import { exportReadyEmail } from '#lib/server/platform/email/rights-templates.ts';

import * as queries from './queries.ts';
import { writeZip } from './write-zip.ts';

const DAY_MS = 86_400_000;
const BATCH = 10;
// What kills its server is tried again after it.
const LEASE_MS = 900_000;
const FIRST_RETRY_MS = 60_000;
const MAX_RETRY_MS = 3_600_000;

const retryDelay = (attempts: number) =>
  Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS);

async function announce(services: Services, tx: Executor, memberId: string, expiresAt: number) {
  const member = await queries.findRecipient(tx, memberId);
  if (!member) return;
  const to = { name: `${member.first_name} ${member.last_name}`, address: member.email };
  const link = services.config.publicUrl + PRIVACY_PATH;
  await enqueueEmail(services, tx, exportReadyEmail(to, link, expiresAt), EXPORT_DAYS * DAY_MS);
  await services.notify(tx, { event: 'export_ready', memberId });
}

/** @returns whether it is the member's export now; it is not when another server was faster, or the member is gone */
function finish(services: Services, id: string, file_key: string, bytes: number): Promise<boolean> {
  const ready_at = services.now();
  const expires_at = services.clock.latest() + EXPORT_DAYS * DAY_MS;
  return transact(services, { invalidates: [] }, async (tx) => {
    const made = { file_key, bytes, ready_at, expires_at };
    const owner = await queries.finishExport(tx, id, made);
    if (!owner) return false;
    await queries.deleteExportsBefore(tx, owner.member_id, id);
    await announce(services, tx, owner.member_id, expires_at);
    return true;
  });
}

async function makeExport(services: Services, { id, member_id }: queries.DueExport): Promise<void> {
  const key = `${randomBytes(16).toString('base64url')}.zip`;
  const bytes = await services.exportFiles.save(key, (path) => writeZip(services, member_id, path));
  if (await finish(services, id, key, bytes))
    services.log.info({ event: 'export_made', export: id });
  // After a crash the cleanup does it.
  else await services.exportFiles.remove(key);
}

/** Makes the copies that members wait for. One that fails is tried again, later each time. */
export async function makeDueExports(services: Services): Promise<void> {
  const { db, now, log } = services;
  for (const row of await queries.listDueExports(db, now(), BATCH)) {
    const attempts = row.attempts + 1;
    const lease = { run_at: now() + LEASE_MS, attempts };
    if (!(await queries.moveExport(db, row, lease))) continue;
    await makeExport(services, row).catch(async (error: unknown) => {
      log.error({ event: 'export_failed', export: row.id, attempts, error });
      const retry = { run_at: now() + retryDelay(attempts), attempts };
      await queries.moveExport(db, { ...row, attempts }, retry);
    });
  }
}
