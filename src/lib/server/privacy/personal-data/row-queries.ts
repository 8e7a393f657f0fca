import { expressionBuilder, type RawBuilder, sql } from 'kysely';

import type { Executor } from '#lib/server/platform/db/schema.ts';

/** Where a member's rows are: see `PersonalRule`. */
interface RowSource {
  table: string;
  key: string | readonly string[];
  names: readonly string[];
  about?: readonly string[] | undefined;
  owner?: { table: string; column: string } | undefined;
  exported: readonly string[];
}

const all = (parts: RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(parts, sql` or `)})`;

/** Whether a row belongs to a member. */
function isOf({ names, owner }: Pick<RowSource, 'names' | 'owner'>, memberId: string) {
  const own = names.map((name) => sql<boolean>`${sql.ref(name)} = ${memberId}`);
  if (!owner) return all(own);
  const owned = sql`(select id from ${sql.table(owner.table)} where author_id = ${memberId})`;
  return all([...own, sql<boolean>`${sql.ref(owner.column)} in ${owned}`]);
}

/** The value that identifies a row among a member's. */
function keyOf({ key }: Pick<RowSource, 'key'>) {
  if (typeof key === 'string') return sql.ref<string>(key);
  const parts = key.map((column) => sql`cast(${sql.ref(column)} as text)`);
  return sql<string>`(${sql.join(parts, sql` || ' ' || `)})`;
}

// A leading underscore: no column has this name.
const CURSOR = '_key';

/**
 * Lists a batch of a member's rows of a table, sorted by its key.
 * @param after the last key of the previous batch
 * @returns the rows with their exported columns, and the last key; null after the last batch
 */
export async function listRowsOf(
  db: Executor,
  source: RowSource,
  memberId: string,
  after: string | null,
  limit: number,
): Promise<{ rows: Record<string, unknown>[]; next: string | null }> {
  const key = keyOf(source);
  const rows: Record<string, unknown>[] = await db
    // The cast stands for any of the tables.
    .selectFrom(source.table as 'posts')
    .where(isOf(source, memberId))
    .$if(after !== null, (query) => query.where(sql<boolean>`${key} > ${after}`))
    .orderBy(key)
    .limit(limit)
    .select(source.exported.map((column) => sql.ref(column).as(column)))
    .select(key.as(CURSOR))
    .execute();
  const next = rows.length < limit ? null : String(rows.at(-1)?.[CURSOR]);
  for (const row of rows) delete row[CURSOR];
  return { rows, next };
}

/** Records the files in a member's rows: a job removes them after the commit. */
export async function insertFileLeftovers(
  db: Executor,
  source: Pick<RowSource, 'table' | 'names' | 'owner'> & { files?: readonly string[] },
  memberId: string,
): Promise<void> {
  for (const column of source.files ?? []) {
    const file = sql.ref(column);
    await sql`
      insert into leftovers (key) select ${file} from ${sql.table(source.table)}
      where ${isOf(source, memberId)} and ${file} is not null on conflict do nothing`.execute(db);
  }
}

/** Removes a member's id from rows that are not theirs. */
export async function clearMention(
  db: Executor,
  { table, column }: { table: string; column: string },
  memberId: string,
): Promise<void> {
  const name = sql.ref(column);
  await sql`update ${sql.table(table)} set ${name} = null where ${name} = ${memberId}`.execute(db);
}

/**
 * Deletes a batch of a member's rows of a table, others' rows about the member, and rows that refer to these.
 * @returns whether there may be more
 */
export async function deleteSomeRowsOf(
  db: Executor,
  source: Pick<RowSource, 'table' | 'key' | 'names' | 'about'>,
  memberId: string,
  limit: number,
): Promise<boolean> {
  if (source.names.length === 0) return false;
  const [table, key] = [sql.table(source.table), keyOf(source)];
  const isTheirs = isOf({ names: [...source.names, ...(source.about ?? [])] }, memberId);
  const { numAffectedRows } = await sql`
    delete from ${table} where ${isTheirs} and ${key} in (
      select ${key} from ${table} where ${isTheirs} limit ${sql.lit(limit)})`.execute(db);
  return Number(numAffectedRows ?? 0) >= limit;
}

type Named = Pick<RowSource, 'table' | 'names'>;

const isAmong = (name: string, ids: string[]) => expressionBuilder()(sql.ref(name), 'in', ids);

/** Lists the members whom a table's rows name. */
export async function listNamed(
  db: Executor,
  { table, names }: Named,
  ids: string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const name of names) {
    const query = sql<{ id: string }>`
      select distinct ${sql.ref(name)} as id from ${sql.table(table)} where ${isAmong(name, ids)}`;
    found.push(...(await query.execute(db)).rows.map(({ id }) => id));
  }
  return found;
}

/** Deletes the rows of a table that name any of the members. */
export async function deleteNamed(
  db: Executor,
  { table, names }: Named,
  ids: string[],
): Promise<void> {
  for (const name of names)
    await sql`delete from ${sql.table(table)} where ${isAmong(name, ids)}`.execute(db);
}
