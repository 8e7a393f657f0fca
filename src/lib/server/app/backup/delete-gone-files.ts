import * as z from 'zod/mini';

import type { FileStore } from '#lib/server/platform/storage/file-store.ts';

import type { BackupPlace } from './backup-place.ts';

// When each file was first seen to be gone from the site, milliseconds since 1970.
const FILE = 'gone-files.json';
const Gone = z.record(z.string(), z.number());

const listKeys = async (store: FileStore): Promise<string[]> =>
  (await Array.fromAsync(store.list())).map(({ key }) => key);

/**
 * Deletes from a place the images and documents that no backup there needs: the site has deleted them, and every backup
 * was begun after that.
 * @param site the store of the site
 * @param now milliseconds since 1970
 * @returns the number of deleted files
 */
export async function deleteGoneFiles(
  site: FileStore,
  place: BackupPlace,
  now: number,
): Promise<number> {
  const media = await place.openMedia();
  const oldest = Math.min(...(await place.list()).map(({ time }) => time));
  const before = z.parse(Gone, JSON.parse((await place.readText(FILE)) ?? '{}'));
  const live = new Set(await listKeys(site));
  const gone: Record<string, number> = {};
  const unneeded: string[] = [];
  for (const key of await listKeys(media)) {
    if (live.has(key)) continue;
    const since = before[key] ?? now;
    if (since < oldest) unneeded.push(key);
    else gone[key] = since;
  }
  for (const key of unneeded) await media.remove(key);
  const text = JSON.stringify(gone);
  if (text !== JSON.stringify(before)) await place.writeText(FILE, text);
  return unneeded.length;
}
