import { freeBytes, usedShare } from '#lib/server/platform/storage/disk-space.ts';

import { backupFolder } from './check-backup.ts';
import { type Look, ok, wrong } from './finding.ts';

const MAX_USED = 0.85;
const LOW_BYTES = 500 * 1024 * 1024;

/** Checks the room on the disks of data and backups. */
export const checkDisk: Look = async ({ config }) => {
  const sizes: string[] = [];
  for (const folder of [config.dataDir, ...backupFolder(config)]) {
    const [free, used] = [await freeBytes(folder), await usedShare(folder)];
    const left = `${folder} has ${Math.floor(free / 2 ** 20)} MB left`;
    const percent = Math.round(used * 100);
    if (used > MAX_USED || free < LOW_BYTES)
      return wrong('disk', `${left}, its disk is ${percent} % full: free some space.`);
    sizes.push(left);
  }
  return ok('disk', sizes.join(', '));
};
