import { sql } from 'kysely';

import type { Db, ErasedMemberTable, Executor } from '#lib/server/platform/db/schema.ts';

export const listErasedMembers = (db: Executor): Promise<ErasedMemberTable[]> =>
  db.selectFrom('erased_members').selectAll().execute();

export async function countErasedMembers(db: Executor): Promise<number> {
  const row = await db
    .selectFrom('erased_members')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst();
  return row?.count ?? 0;
}

/**
 * Deletes rows that must not come back with a backup: sessions, tokens and calendar URLs that have ended since, codes
 * for new passwords, links for new addresses, emails that were sent since, and exports of members, whose files are in
 * no backup.
 */
export async function deleteTransientRows(db: Executor): Promise<void> {
  for (const table of [
    'sessions',
    'personal_tokens',
    'calendars',
    'password_resets',
    'email_changes',
    'desk_codes',
    'deliveries',
    'exports',
  ] as const)
    await db.deleteFrom(table).execute();
}

/** @returns whether a foreign key refers to a missing row, on SQLite */
export async function hasBrokenReference(db: Executor): Promise<boolean> {
  const { rows } = await sql`pragma foreign_key_check`.execute(db);
  return rows.length > 0;
}

const RESTORE_POINT = 'restore_point_';
const MAX_RESTORE_POINTS = 2;

/** @returns whether this is the schema name of a restore point */
export const isRestorePoint = (name: string): boolean => /^restore_point_\d{8}t\d{6}z$/.test(name);

/** @returns the schema name of a restore point */
const toRestorePointName = (time: number): string =>
  `${RESTORE_POINT}${new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').toLowerCase()}z`;

/**
 * Lists the connections of servers and commands to this database.
 * @param application the name that the database's URL sets; connections of openPostgres are listed in any case
 * @returns descriptions, e.g. `glean request from 10.0.0.2 (process 123)`
 */
export async function listConnections(db: Executor, application: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select concat(
        coalesce(nullif(application_name, ''), 'a program without a name'),
        ' from ', coalesce(host(client_addr), 'this machine'), ' (process ', pid, ')'
      ) as name
    from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
      and (application_name = ${application} or application_name like 'glean %')
    order by pid`.execute(db);
  return rows.map(({ name }) => name);
}

// An arbitrary number that nothing else locks.
const RESTORE_LOCK = 1_735_157_089;

/** Takes the lock of restores until the connection ends. @returns false when another restore holds it */
export async function lockRestores(connection: Executor): Promise<boolean> {
  const { rows } = await sql<{ isTaken: boolean }>`
    select pg_try_advisory_lock(${sql.lit(RESTORE_LOCK)}) as "isTaken"`.execute(connection);
  return rows[0]?.isTaken ?? false;
}

/** Lists the restore points, newest first. */
export async function listRestorePoints(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select nspname as name from pg_namespace
    where starts_with(nspname, ${RESTORE_POINT}) order by nspname desc`.execute(db);
  return rows.map(({ name }) => name).filter(isRestorePoint);
}

/**
 * Replaces the live schema in one step; the old one becomes a restore point.
 * @returns the restore point's name
 */
export async function swapSchemas(db: Db, live: string, restored: string): Promise<string> {
  const taken = await listRestorePoints(db);
  let time = Date.now();
  while (taken.includes(toRestorePointName(time))) time += 1000;
  const name = toRestorePointName(time);
  await db.transaction().execute(async (tx) => {
    await sql`alter schema ${sql.id(live)} rename to ${sql.id(name)}`.execute(tx);
    await sql`alter schema ${sql.id(restored)} rename to ${sql.id(live)}`.execute(tx);
  });
  return name;
}

export async function hasSchema(db: Executor, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_namespace where nspname = ${name}`.execute(db);
  return rows.length > 0;
}

export const dropSchema = (db: Executor, name: string) =>
  sql`drop schema if exists ${sql.id(name)} cascade`.execute(db);

/**
 * Deletes all restore points but the newest two.
 * @param made the one just made, which stays: others may be dated in the future by a wrong clock
 */
export async function dropOldRestorePoints(db: Executor, made: string): Promise<void> {
  for (const name of (await listRestorePoints(db)).slice(MAX_RESTORE_POINTS))
    if (name !== made) await dropSchema(db, name);
}
