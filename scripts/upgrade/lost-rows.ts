// What members wrote since a restore point, which going back to it loses.
import { globSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { openPlace, withWorkFolder } from '#lib/server/app/backup/backup-place.ts';
import {
  countArchivedRows,
  countRows,
  findTool,
  readTarget,
} from '#lib/server/app/backup/postgres-tools.ts';
import { RESTORE_POINT_FILE } from '#lib/server/app/backup/restore-points.ts';
import { findSource } from '#lib/server/app/backup/restore-site.ts';
import { isPostgresUrl } from '#lib/server/app/backup/save-snapshot.ts';
import type { Config } from '#lib/server/platform/config/config.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';

/** What counts, by table: the rest follows from it, or is made again. */
const TABLES = {
  members: 'members',
  posts: 'posts',
  comments: 'comments',
  appointments: 'pickups and half days',
  appointment_messages: 'messages',
  likes: 'likes',
};

type Counts = ReadonlyMap<string, number>;

function countFile(path: string): Counts {
  using database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  const count = (table: string) =>
    Number(database.prepare(`select count(*) as count from "${table}"`).get()?.['count'] ?? 0);
  return new Map(Object.keys(TABLES).map((table) => [table, count(table)]));
}

async function countDump(config: Config, point: string): Promise<[before: Counts, now: Counts]> {
  const database = openDatabase(config.databaseUrl, { isCommand: true });
  try {
    const { major, schema } = await readTarget(database.db);
    const { place, name } = await findSource(point, config, (path) => path);
    const before = await withWorkFolder(config.dataDir, async (folder) =>
      countArchivedRows(await findTool('pg_restore', major), await place.open(name, folder)),
    );
    return [before, await countRows(database.db, schema)];
  } finally {
    await database.close();
  }
}

/**
 * Counts the rows that there are more of than in a restore point: at least so many are lost.
 * @param point what `restore` takes
 * @returns e.g. `3 posts`
 */
export async function countLost(config: Config, point: string): Promise<string[]> {
  const [before, now] = isPostgresUrl(config.databaseUrl)
    ? await countDump(config, point)
    : [countFile(join(point, RESTORE_POINT_FILE)), countFile(config.databaseUrl)];
  return Object.entries(TABLES).flatMap(([table, name]) => {
    const more = (now.get(table) ?? 0) - (before.get(table) ?? 0);
    return more > 0 ? [`${more} ${name}`] : [];
  });
}

/** @returns the whole restore points, the oldest first, as `restore` takes them */
export async function listPoints({ databaseUrl, backupUrl, dataDir }: Config): Promise<string[]> {
  if (!isPostgresUrl(databaseUrl)) {
    const folder = resolve(dataDir, 'restore-points');
    const files = globSync(join('*', RESTORE_POINT_FILE), { cwd: folder });
    return files.map((file) => join(folder, dirname(file))).toSorted();
  }
  if (!backupUrl) return [];
  const points = (await (await openPlace(backupUrl, dataDir)).list()).filter(
    ({ isUpgrade }) => isUpgrade,
  );
  return points.map(({ name }) => name).toReversed();
}
