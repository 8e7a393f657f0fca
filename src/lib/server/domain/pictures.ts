import { listUsedPictures } from '#lib/server/queries/pictures.ts';
import { type FileStore, ownerOf } from '#lib/server/storage/store.ts';

import type { Ctx, Services } from './context.ts';

// An upload writes its files a moment before its row: only what is older can be an orphan.
const GRACE_MS = 3_600_000;
const BATCH = 200;

/** Removes pictures with all their sizes, and documents. @param keys of them, as rows call them */
async function removePictures(files: FileStore, keys: string[]): Promise<void> {
  await Promise.all(keys.map((key) => files.remove(key)));
}

/**
 * Removes pictures that nothing names any more. One that cannot be removed now is the sweep's: it must not hide what
 * happened before.
 */
export async function discardPictures(ctx: Ctx, keys: string[]): Promise<void> {
  await removePictures(ctx.files, keys).catch((error: unknown) => {
    ctx.log.warn({ event: 'pictures_left', requestId: ctx.requestId, error });
  });
}

async function removeUnused({ db, files, log }: Services, keys: string[]): Promise<void> {
  const used = await listUsedPictures(db, keys);
  const orphans = keys.filter((key) => !used.has(key));
  if (orphans.length === 0) return;
  await removePictures(files, orphans);
  log.info({ event: 'orphans_removed', pictures: orphans.length });
}

/** Removes the files that no row names: what a crash between file and row left behind, or was replaced. */
export async function sweepPictures(services: Services): Promise<void> {
  const before = services.now() - GRACE_MS;
  let batch = new Set<string>();
  for await (const { key, modified } of services.files.list()) {
    if (modified.getTime() < before) batch.add(ownerOf(key));
    if (batch.size < BATCH) continue;
    await removeUnused(services, [...batch]);
    batch = new Set();
  }
  if (batch.size > 0) await removeUnused(services, [...batch]);
}
