// Examines a site after the erasure of a member was killed.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { sql } from 'kysely';

import {
  checkCounters,
  checkDatabase,
  checkFiles,
  checkSearch,
} from '#lib/server/app/doctor/examine-site.ts';
import { readConfig } from '#lib/server/platform/config/config.ts';
import { type Database, openDatabase } from '#lib/server/platform/db/open-database.ts';
import { databaseAddress, type ServerInstance } from '#tests/support/server/server-process.ts';

import { LEAVING } from './leaving-sites.ts';

const COUNTED = [
  'posts',
  'attachments',
  'likes',
  'comments',
  'follows',
  'exports',
  'deletions',
  'quarantine_rows',
  'passkeys',
  'applications',
] as const;

/** Counts the rows of a site, and the leftovers of an erasure. */
async function countRows({ db }: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of [...COUNTED, 'members', 'erased_members', 'leftovers'] as const) {
    const rows = db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('count'));
    counts[table] = (await rows.executeTakeFirstOrThrow()).count;
  }
  return counts;
}

/** @returns the files that contain words of the member */
async function listFilesWithWords(dataDir: string): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
  const found = await Promise.all(
    paths.map(async (path) => ((await readFile(path)).includes(LEAVING) ? [path] : [])),
  );
  return found.flat();
}

/** @returns the tables that contain words of the member; PostgreSQL's files are not in the data folder */
async function listTablesWithWords({ db }: Database): Promise<string[]> {
  const tables = (await db.introspection.getTables()).filter(({ isView }) => !isView);
  const found = tables.map(async ({ schema, name }) => {
    const rows = sql`select 1 from ${sql.table(`${schema}.${name}`)} as t where t::text like ${`%${LEAVING}%`}`;
    return (await rows.execute(db)).rows.length > 0 ? [name] : [];
  });
  return (await Promise.all(found)).flat();
}

/** The state after a kill, or after the next run. */
export interface Look {
  /** the number of rows, by table */
  counts: Record<string, number>;
  /** the files, and on PostgreSQL the tables, that contain words of the member */
  places: string[];
  /** the problem of the database, its counters, its search index or its files; null for none */
  problem: string | null;
}

/** Examines a site that no process has open. */
export async function lookAtLeavingSite(instance: ServerInstance): Promise<Look> {
  const { dataDir, databaseUrl } = instance;
  const address = databaseAddress(instance);
  const config = readConfig({ DEMO: '1', DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
  const database = openDatabase(address, { isCommand: true });
  try {
    const checks = [
      checkDatabase(database, address),
      checkCounters(database),
      checkSearch(database),
    ];
    const findings = await Promise.all([...checks, checkFiles(database, config)]);
    const problem = findings.find(({ state }) => state === 'wrong')?.text ?? null;
    const counts = await countRows(database);
    const tables = databaseUrl ? await listTablesWithWords(database) : [];
    return { counts, problem, places: [...(await listFilesWithWords(dataDir)), ...tables] };
  } finally {
    await database.close();
  }
}
