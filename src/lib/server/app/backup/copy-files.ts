import { type FileStore, readBytes } from '#lib/server/platform/storage/file-store.ts';

/**
 * Copies the files that a store does not have; a key's file never changes.
 * @param signal stops it between two files
 * @returns their number
 */
export async function copyFiles(
  from: FileStore,
  to: FileStore,
  signal?: AbortSignal,
): Promise<number> {
  const copied = new Set((await Array.fromAsync(to.list())).map(({ key }) => key));
  let count = 0;
  for await (const { key } of from.list()) {
    signal?.throwIfAborted();
    const file = copied.has(key) ? null : await from.get(key);
    if (!file) continue;
    await to.put(key, await readBytes(file), file.type);
    count += 1;
  }
  return count;
}
