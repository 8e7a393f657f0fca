import { isRestorePoint } from '#lib/server/app/backup/queries.ts';
import {
  findSource,
  restoreRestorePoint,
  restoreSite,
} from '#lib/server/app/backup/restore-site.ts';
import type { Replaced } from '#lib/server/app/backup/restore-steps.ts';

import type { OfflineCommand } from './command.ts';
import { resolvePath } from './files.ts';

const ERASURE_UNKNOWN =
  ' The database from before could not be read: erase again whom you erased since the last backup.';

function toText(what: string, { files, restorePoint, isErasureKnown }: Replaced): string {
  const rest = restorePoint ? ` The database from before is in ${restorePoint}.` : '';
  const added = `with ${files} ${files === 1 ? 'file' : 'files'} that it did not have`;
  return `The site is restored from ${what}, ${added}. Start the server.${isErasureKnown ? '' : ERASURE_UNKNOWN}${rest}`;
}

export const restore: OfflineCommand = {
  summary: 'puts a backup in the place of the site’s database, while the server is stopped',
  args: ['<backup>'],
  details: [
    'The backup is a folder or bucket, whose newest one is taken, a file in one, or the name of one in BACKUP_URL.',
    'A bucket’s secret would be in the list of processes: set BACKUP_URL to the bucket, and give the name.',
    'It is migrated and checked first; when anything fails, the site is as it was.',
    'The database from before becomes a restore point, which can be restored as well.',
    'Images and documents that the site lacks are added; none is removed. Erased members stay erased.',
  ],
  isOffline: true,
  read({ args: [backup = ''] }) {
    return async (config) => {
      if (isRestorePoint(backup)) return toText(backup, await restoreRestorePoint(config, backup));
      const source = await findSource(backup, config, resolvePath);
      return toText(source.name, await restoreSite(config, source));
    };
  },
};
