import { type RawBuilder, sql, SqliteAdapter } from 'kysely';

import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import type {
  Executor,
  QuarantineRowTable,
  QuarantineTable,
} from '#lib/server/platform/db/schema.ts';

import { clearDecisions } from './queries.ts';

type Row = Record<string, unknown>;

/** Rows that are moved: of a table, those that a condition chooses. */
interface Source {
  table: string;
  /** the column that names whose row it is; null for the author's */
  member: string | null;
  where: (id: string) => RawBuilder<boolean>;
}

const isOfPost = (id: string) => sql<boolean>`post_id = ${id}`;

/** Every table whose rows are deleted with a post, in the order in which they are put back. */
const POST_SOURCES: Source[] = [
  { table: 'posts', member: null, where: (id) => sql`id = ${id}` },
  { table: 'attachments', member: null, where: isOfPost },
  { table: 'listings', member: null, where: isOfPost },
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

// PostgreSQL generates them.
const GENERATED = new Set(['search_vector', 'listing_vector']);
const BATCH = 50;

const isSqlite = (db: Executor): boolean => db.getExecutor().adapter instanceof SqliteAdapter;

const batchesOf = <T>(rows: T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, nth) =>
    rows.slice(nth * BATCH, (nth + 1) * BATCH),
  );

/**
 * Locks a post against everything that would add a row to it, until the transaction ends: such a row would be lost.
 * SQLite runs one write transaction at a time.
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

/** Stores what is moved. @throws a unique violation for a request that was repeated */
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

/** Reads all rows of a post or comment; deleting it deletes them. */
export async function readContents(
  db: Executor,
  kind: 'post' | 'comment',
  item: Pick<QuarantineTable, 'subject_id' | 'member_id'>,
): Promise<StoredRow[]> {
  const rows: StoredRow[] = [];
  for (const source of SOURCES[kind]) rows.push(...(await readSource(db, source, item)));
  return rows;
}

/** The rows of an item, in the order in which they are put back. */
export const listRows = (db: Executor, quarantineId: string) =>
  db
    .selectFrom('quarantine_rows')
    .where('quarantine_id', '=', quarantineId)
    .orderBy('position')
    .select(['table_name', 'content'])
    .execute();

/**
 * Puts the rows of a post or comment back. Those of members who were erased are no longer there.
 * @throws a foreign key violation when what it belongs to was deleted
 */
export async function insertContents(db: Executor, quarantineId: string): Promise<void> {
  const byTable = Map.groupBy(await listRows(db, quarantineId), ({ table_name }) => table_name);
  for (const [table, rows] of byTable)
    for (const batch of batchesOf(rows))
      await db
        // Typed as one of the tables.
        .insertInto(table as 'mutes')
        .values(batch.map(({ content }) => JSON.parse(content) as never))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
}

/** Deletes an item with its rows. @returns whether it was there */
export async function deleteQuarantine(db: Executor, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('quarantine')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

export const findByDecision = (db: Executor, decisionId: string) =>
  db.selectFrom('quarantine').where('decision_id', '=', decisionId).selectAll().executeTakeFirst();

/** Locks an item until the transaction ends, and finds it. */
export async function lockQuarantine(db: Executor, id: string) {
  if (!isSqlite(db))
    await db.selectFrom('quarantine').where('id', '=', id).select('id').forUpdate().execute();
  return db.selectFrom('quarantine').where('id', '=', id).selectAll().executeTakeFirst();
}

/** Makes what awaited review removed. @param now from when on it can be put back */
export const setDecision = (db: Executor, id: string, decisionId: string, now: number) =>
  db
    .updateTable('quarantine')
    .set({ decision_id: decisionId, created_at: now })
    .where('id', '=', id)
    .execute();

/** Deletes what was removed before a time, and the beginnings of it; posts that await review stay. */
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

/** Finds what an earlier request with this key created, and what awaits review or was removed since. */
export const findByKey = (db: Executor, memberId: string, key: string) =>
  db
    .selectFrom('quarantine')
    .where('member_id', '=', memberId)
    .where('idempotency_key', '=', key)
    .where('kind', '=', 'post')
    .select(['subject_id as id', 'request_hash'])
    .executeTakeFirst();

/** Posts that await review, of enabled members. */
const pendingPosts = (db: Executor) =>
  db
    .selectFrom('quarantine as q')
    .innerJoin('members as m', 'm.id', 'q.member_id')
    .where('m.disabled_at', 'is', null)
    .where('q.decision_id', 'is', null)
    .where('q.kind', '=', 'post')
    .select([...MEMBER_COLUMNS, 'q.id as quarantine_id', 'q.subject_id']);

/** The oldest first. */
export const listPending = (db: Executor, limit: number) =>
  pendingPosts(db).orderBy('q.id').limit(limit).execute();

/** The newest first. */
export const listPendingOf = (db: Executor, memberId: string) =>
  pendingPosts(db).where('q.member_id', '=', memberId).orderBy('q.id', 'desc').execute();

export const findPending = (db: Executor, quarantineId: string) =>
  pendingPosts(db).where('q.id', '=', quarantineId).executeTakeFirst();

/** Finds a member's own by the id of the post. */
export const findPendingPost = (db: Executor, memberId: string, postId: string) =>
  pendingPosts(db)
    .where('q.member_id', '=', memberId)
    .where('q.subject_id', '=', postId)
    .executeTakeFirst();

export async function countPending(db: Executor): Promise<number> {
  const { count } = await db
    .selectFrom(pendingPosts(db).as('pending'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export type PendingRow = Awaited<ReturnType<typeof listPending>>[number];

/** How many posts of a member are published, or null for one of the staff. */
export async function countPublished(db: Executor, memberId: string): Promise<number | null> {
  const member = await db
    .selectFrom('members')
    .where('id', '=', memberId)
    .select(['posts_count', 'role'])
    .executeTakeFirstOrThrow();
  return member.role === 'staff' ? null : member.posts_count;
}

/** A column of a row in quarantine. */
function storedColumn(db: Executor, column: 'id' | 'comment_id'): RawBuilder<string> {
  const content = isSqlite(db) ? sql`content` : sql`cast(content as json)`;
  return sql<string>`(${content} ->> ${sql.lit(column)})`;
}

/**
 * Deletes what others reported of a member's comments in quarantine: it is about words that go, and could not be put
 * back without them.
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

/** @returns the texts of a member's posts in quarantine, as search knew them */
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

/** Clears what is written about a member who is about to be deleted; what is theirs goes with them. */
export async function eraseModerationOf(db: Executor, memberId: string): Promise<void> {
  await clearDecisions(db, [memberId]);
  await deleteReportsOfComments(db, memberId);
}

/**
 * Clears the words of old decisions, which stay for their numbers, and deletes the reports that they settled.
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
