import { randomUUID } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

// More than a file system keeps beside a file's name.
const PROBE = Buffer.alloc(64 * 1024);

/** @returns how many bytes a directory's disk has left, for users other than root */
export async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** @returns whether a file can be written in a directory: its disk is neither full nor read-only */
export async function isWritable(directory: string): Promise<boolean> {
  const file = join(directory, `.probe-${randomUUID()}`);
  try {
    await writeFile(file, PROBE, { flag: 'wx' });
    return true;
  } catch {
    return false;
  } finally {
    await rm(file, { force: true }).catch(() => {});
  }
}
