import { type RawBuilder, sql, SqliteAdapter } from 'kysely';

import { listRows } from '#lib/server/forum/posts/queries.ts';
import type {
  Executor,
  QuarantineRowTable,
  QuarantineTable,
} from '#lib/server/platform/db/schema.ts';

import { clearDecisions } from './queries.ts';

type Row = Record<string, unknown>;

/** Rows to move: those of a table that meet a condition. */
interface Source {
  table: string;
  /** the column with the member to whom a row belongs; null for the author of the content */
  member: string | null;
  where: (id: string) => RawBuilder<boolean>;
}

const isOfPost = (id: string) => sql<boolean>`post_id = ${id}`;

/** Every table whose rows are deleted with a post, in the order in which they are restored. */
const POST_SOURCES: Source[] = [
  { table: 'posts', member: null, where: (id) => sql`id = ${id}` },
  { table: 'attachments', member: null, where: isOfPost },
  { table: 'listings', member: null, where: isOfPost },
  { table: 'machines', member: null, where: isOfPost },
  // Bookings end with the post.
  {
    table: 'half_days',
    member: null,
    where: (id) => sql`post_id = ${id} and appointment_id is null`,
  },
  { table: 'likes', member: 'member_id', where: isOfPost },
  { table: 'notified_likes', member: 'member_id', where: isOfPost },
  { table: 'comments', member: 'member_id', where: isOfPost },
  { table: 'mutes', member: 'member_id', where: isOfPost },
  { table: 'reports', member: 'reporter_id', where: isOfPost },
  {
    table: 'reports',
    member: 'reporter_id',
    where: (id) => sql`comment_id in (select id from comments where post_id = ${id})`,
  },
];

const COMMENT_SOURCES: Source[] = [
  { table: 'comments', member: null, where: (id) => sql`id = ${id}` },
  { table: 'reports', member: 'reporter_id', where: (id) => sql`comment_id = ${id}` },
];

const SOURCES = { post: POST_SOURCES, comment: COMMENT_SOURCES };

// PostgreSQL generates these; rounds of a restored listing are created at once.
const GENERATED = new Set(['search_vector', 'listing_vector', 'rounds_due_on']);
const BATCH = 50;

const isSqlite = (db: Executor): boolean => db.getExecutor().adapter instanceof SqliteAdapter;

const batchesOf = <T>(rows: T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, nth) =>
    rows.slice(nth * BATCH, (nth + 1) * BATCH),
  );

/**
 * Locks a post against new rows that refer to it, until the transaction ends: such rows would be lost. SQLite runs
 * one write transaction at a time.
 */
export async function lockWholePost(db: Executor, id: string): Promise<void> {
  if (isSqlite(db)) return;
  await db.selectFrom('posts').where('id', '=', id).select('id').forUpdate().execute();
}

const toContent = (row: Row): string =>
  JSON.stringify(Object.fromEntries(Object.entries(row).filter(([name]) => !GENERATED.has(name))));

async function readSource(
  db: Executor,
  { table, member, where }: Source,
  { subject_id, member_id }: Pick<QuarantineTable, 'subject_id' | 'member_id'>,
) {
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)} where ${where(subject_id)}`.execute(db);
  return rows.map((row) => ({
    table_name: table,
    member_id: member ? String(row[member]) : member_id,
    image_key: typeof row['image_key'] === 'string' ? row['image_key'] : null,
    content: toContent(row),
  }));
}

type StoredRow = Omit<QuarantineRowTable, 'quarantine_id' | 'position'>;

/** Stores removed content. @throws a unique violation for a repeated request */
export async function insertQuarantine(
  db: Executor,
  item: QuarantineTable,
  rows: StoredRow[],
): Promise<void> {
  await db.insertInto('quarantine').values(item).execute();
  const all = rows.map((row, position) => ({ quarantine_id: item.id, position, ...row }));
  for (const batch of batchesOf(all))
    await db.insertInto('quarantine_rows').values(batch).execute();
}

/** Reads all rows of a post or comment; deleting the content deletes these. */
export async function readContents(
  db: Executor,
  kind: 'post' | 'comment',
  item: Pick<QuarantineTable, 'subject_id' | 'member_id'>,
): Promise<StoredRow[]> {
  const rows: StoredRow[] = [];
  for (const source of SOURCES[kind]) rows.push(...(await readSource(db, source, item)));
  return rows;
}

/** Locks the post of a comment against deletion until the transaction ends. @returns whether it exists */
export async function lockPostOfComment(db: Executor, id: string): Promise<boolean> {
  const post = db.selectFrom('posts').where('id', '=', id).select('id');
  return Boolean(await (isSqlite(db) ? post : post.forKeyShare()).executeTakeFirst());
}

/** @returns the listing without its steward, if the steward was deleted */
async function withoutGoneSteward(db: Executor, row: Row): Promise<Row> {
  const id = row['posted_by'];
  if (typeof id !== 'string') return row;
  const steward = db.selectFrom('members').where('id', '=', id).select('id');
  return { ...row, posted_by: (await steward.executeTakeFirst())?.id ?? null };
}

/** @returns the comment with a new key, if a repeated request has created another with its key */
async function withFreeKey(db: Executor, row: Row): Promise<Row> {
  const again = db
    .selectFrom('comments')
    .where('member_id', '=', String(row['member_id']))
    .where('idempotency_key', '=', String(row['idempotency_key']))
    .select('id');
  return (await again.executeTakeFirst()) ? { ...row, idempotency_key: row['id'] } : row;
}

/** @returns a stored row, ready to be inserted */
async function parseStored(
  db: Executor,
  { table_name, content }: Pick<QuarantineRowTable, 'table_name' | 'content'>,
): Promise<Row> {
  const row = JSON.parse(content) as Row;
  if (table_name === 'listings') return withoutGoneSteward(db, row);
  return table_name === 'comments' ? withFreeKey(db, row) : row;
}

/** Restores the rows of a post or comment. Rows of members who were erased since are gone. */
export async function insertContents(db: Executor, quarantineId: string): Promise<void> {
  const byTable = Map.groupBy(await listRows(db, quarantineId), ({ table_name }) => table_name);
  for (const [table, rows] of byTable)
    for (const batch of batchesOf(rows))
      await db
        // The cast stands for any of the tables.
        .insertInto(table as 'mutes')
        .values((await Promise.all(batch.map((each) => parseStored(db, each)))) as never[])
        .execute();
}

export const findByDecision = (db: Executor, decisionId: string) =>
  db.selectFrom('quarantine').where('decision_id', '=', decisionId).selectAll().executeTakeFirst();

/** Finds an item, locked until the transaction ends. */
export async function lockQuarantine(db: Executor, id: string) {
  if (!isSqlite(db))
    await db.selectFrom('quarantine').where('id', '=', id).select('id').forUpdate().execute();
  return db.selectFrom('quarantine').where('id', '=', id).selectAll().executeTakeFirst();
}

/** Turns a pending post into a removed one. @param now the start of the time in which it can be restored */
export const setDecision = (db: Executor, id: string, decisionId: string, now: number) =>
  db
    .updateTable('quarantine')
    .set({ decision_id: decisionId, created_at: now })
    .where('id', '=', id)
    .execute();

/** Deletes content removed before a time, with its excerpts; pending posts stay. */
export async function deleteExpired(db: Executor, before: number): Promise<void> {
  const expired = db
    .selectFrom('quarantine')
    .where('created_at', '<', before)
    .where('decision_id', 'is not', null)
    .select('decision_id')
    .$castTo<{ decision_id: string }>();
  await db
    .updateTable('moderation_decisions')
    .set({ excerpt: '' })
    .where('id', 'in', expired)
    .execute();
  await db
    .deleteFrom('quarantine')
    .where('created_at', '<', before)
    .where('decision_id', 'is not', null)
    .execute();
}

/** A column of a quarantined row. */
function storedColumn(db: Executor, column: 'id' | 'comment_id'): RawBuilder<string> {
  const content = isSqlite(db) ? sql`content` : sql`cast(content as json)`;
  return sql<string>`(${content} ->> ${sql.lit(column)})`;
}

/**
 * Deletes others' reports about a member's quarantined comments: they concern content that is being deleted, and
 * could not be restored without it.
 */
async function deleteReportsOfComments(db: Executor, memberId: string): Promise<void> {
  const comments = db
    .selectFrom('quarantine_rows')
    .where('member_id', '=', memberId)
    .where('table_name', '=', 'comments')
    .select(storedColumn(db, 'id').as('id'));
  await db
    .deleteFrom('quarantine_rows')
    .where('table_name', '=', 'reports')
    .where(storedColumn(db, 'comment_id'), 'in', comments)
    .execute();
}

/** @returns the searchable texts of a member's quarantined posts */
export async function listPostTexts(db: Executor, memberId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('quarantine_rows')
    .where('member_id', '=', memberId)
    .where('table_name', '=', 'posts')
    .select('content')
    .execute();
  return rows.map(({ content }) => {
    const { title, description } = JSON.parse(content) as Record<string, string>;
    return `${title} ${description}`;
  });
}

/** Clears texts about a member who is about to be deleted; their own rows are deleted with them. */
export async function eraseModerationOf(db: Executor, memberId: string): Promise<void> {
  await clearDecisions(db, [memberId]);
  await deleteReportsOfComments(db, memberId);
}

/**
 * Clears the texts of old decisions, which stay for the figures, and deletes the reports that they closed.
 * @param before milliseconds since 1970
 */
export async function clearOldTexts(db: Executor, before: number): Promise<void> {
  await db
    .updateTable('moderation_decisions')
    .set({ excerpt: '', note: '', reply: null, response: null })
    .where('created_at', '<', before)
    .where((eb) =>
      eb.or([
        eb('excerpt', '!=', ''),
        eb('note', '!=', ''),
        eb('reply', 'is not', null),
        eb('response', 'is not', null),
      ]),
    )
    .execute();
  await db.deleteFrom('reports').where('dismissed_at', '<', before).execute();
}
