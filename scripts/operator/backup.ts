import { type BackupPlace, isBucketUrl, openPlace } from '#lib/server/app/backup/backup-place.ts';
import { tidyPlace } from '#lib/server/app/backup/expired-backups.ts';
import { isOnDataDisk, makeBackup } from '#lib/server/app/backup/make-backup.ts';
import { errorText } from '#lib/server/platform/config/config-error.ts';
import type { Services } from '#lib/server/platform/context.ts';

import { UsageError, type Command } from './command.ts';
import { resolvePath, toMegabytes } from './files.ts';

/** @returns false when the clock is not trusted */
async function tidy(services: Services, place: BackupPlace): Promise<boolean> {
  if (!(await services.clock.allows('expired_backups'))) return false;
  await tidyPlace(services, place);
  return true;
}

const SAME_DISK =
  ' It is on the disk of the site’s data, and would be lost with it: mount its own disk, or give another place.';

export const backup: Command = {
  summary: 'copies the database, and the images that are not there yet, while the site runs',
  args: ['[<folder or bucket>]'],
  options: { 'new-folder': '<folder>' },
  details: [
    'Without a folder, to BACKUP_URL, where the server makes one every night.',
    'A missing folder is created with --new-folder only: its disk may not be mounted.',
    'The copy is checked. Of the older ones there, 14 of the last nights and 8 of the last weeks stay.',
  ],
  read({ args: [place], options: { 'new-folder': newFolder } }) {
    if (place && newFolder) throw new UsageError('Give one folder, with or without --new-folder.');
    const typed = newFolder ?? place;
    const given = typed && (isBucketUrl(typed) ? typed : resolvePath(typed));
    return async (services) => {
      const { backupUrl, dataDir } = services.config;
      const to = given ?? backupUrl;
      if (!to) throw new UsageError('Give a folder or a bucket, or set BACKUP_URL.');
      const opened = await openPlace(to, dataDir, { isNew: newFolder !== undefined });
      const { name, bytes, files, seconds } = await makeBackup(services, opened);
      const tidied = await tidy(services, opened).then(
        (isDone) => (isDone ? '' : ' Older ones stay, as the clock may be wrong: see `doctor`.'),
        (error: unknown) => ` Older ones could not be deleted (${errorText(error)}).`,
      );
      const note = (await isOnDataDisk(to, services.config)) ? SAME_DISK : '';
      return `${name} (${toMegabytes(bytes)}) is in ${opened.label}, with ${files} new ${files === 1 ? 'file' : 'files'} beside it, after ${seconds} seconds.${tidied}${note}`;
    };
  },
};
