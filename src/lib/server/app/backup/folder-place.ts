import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { errorText } from '#lib/server/platform/config.ts';
import {
  prepareDirectory,
  syncPath,
  writeFileAtomically,
} from '#lib/server/platform/storage/atomic-write.ts';
import { createDiskStore } from '#lib/server/platform/storage/disk-store.ts';

import { BackupError, parseBackupName } from './backup-name.ts';
import { type Backup, type BackupPlace, sortBackups } from './backup-place.ts';
import { deleteStale } from './work-folder.ts';

const PARTIAL = '.partial';

async function save(path: string, make: (path: string) => Promise<void>): Promise<number> {
  const partial = `${path}.${randomUUID()}${PARTIAL}`;
  await deleteStale(dirname(path), (name) => name.endsWith(PARTIAL));
  try {
    await make(partial);
    await syncPath(partial);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  await syncPath(dirname(path));
  return (await stat(path)).size;
}

async function list(folder: string): Promise<Backup[]> {
  const backups: Backup[] = [];
  for (const file of await readdir(folder)) {
    const parsed = parseBackupName(file);
    const stats = parsed && (await stat(join(folder, file)));
    if (parsed && stats)
      backups.push({ ...parsed, time: parsed.time || stats.mtimeMs, bytes: stats.size });
  }
  return sortBackups(backups);
}

/**
 * Opens a folder with backups.
 * @param options `isNew`: it is created when missing
 * @throws BackupError when it cannot be used
 */
export async function openFolderPlace(
  path: string,
  { isNew }: { isNew: boolean },
): Promise<BackupPlace> {
  const folder = resolve(path);
  if (!isNew && !existsSync(folder))
    throw new BackupError(`There is no folder ${folder}: mount its disk, or create it.`);
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw new BackupError(
      `${folder} cannot be used for backups (${errorText(error)}): make sure this user can write to it.`,
    );
  }
  const pathOf = (name: string) => join(folder, name);
  return {
    label: folder,
    workFolder: folder,
    openMedia: () => createDiskStore(pathOf('media')),
    save: (name, make) => save(pathOf(name), make),
    async open(name) {
      if (existsSync(pathOf(name))) return pathOf(name);
      throw new BackupError(`There is no backup ${name} in ${folder}: \`backups\` lists them.`);
    },
    list: () => list(folder),
    remove: (name) => rm(pathOf(name), { force: true }),
    readText: (name) =>
      readFile(pathOf(name), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      }),
    async writeText(name, text) {
      const directories = { tmpDir: await prepareDirectory(folder), root: folder };
      await writeFileAtomically(pathOf(name), Buffer.from(text), directories);
    },
  };
}
