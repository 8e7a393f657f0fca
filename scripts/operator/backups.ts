import { isBucketUrl, openPlace } from '#lib/server/app/backup/backup-place.ts';

import { UsageError, type OfflineCommand } from './command.ts';
import { resolvePath, toMegabytes } from './files.ts';

export const backups: OfflineCommand = {
  summary: 'lists the backups, newest first',
  args: ['[<folder or bucket>]'],
  details: ['Without a folder, those in BACKUP_URL.'],
  isOffline: true,
  read({ args: [place] }) {
    const given = place && (isBucketUrl(place) ? place : resolvePath(place));
    return async ({ backupUrl, dataDir }) => {
      const of = given ?? backupUrl;
      if (!of) throw new UsageError('Give a folder or a bucket, or set BACKUP_URL.');
      const opened = await openPlace(of, dataDir);
      const lines = (await opened.list()).map(
        ({ name, bytes }) => `${name}  ${toMegabytes(bytes)}`,
      );
      return lines.join('\n') || `There is no backup in ${opened.label}.`;
    };
  },
};
