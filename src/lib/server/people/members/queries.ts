import { type ExpressionBuilder, sql } from 'kysely';

import { precompiled } from '#lib/server/platform/db/precompiled.ts';
import type { Executor, MemberTable, Schema } from '#lib/server/platform/db/schema.ts';
import { lockRows } from '#lib/server/platform/db/transact.ts';

import { isNotBlocked } from './visibility-queries.ts';

/** A member, as other members see them. */
export interface MemberRow extends Pick<
  MemberTable,
  'first_name' | 'last_name' | 'role' | 'avatar_key'
> {
  member_id: string;
}

/** The columns of a `MemberRow`, of `members as m`. */
export const MEMBER_COLUMNS = [
  'm.id as member_id',
  'm.first_name',
  'm.last_name',
  'm.role',
  'm.avatar_key',
] as const;

/** The base of all reads of one member: `members as m` that are enabled. */
export const enabledMembers = (db: Executor) =>
  db.selectFrom('members as m').where('m.disabled_at', 'is', null);

/** Members visible to a viewer. */
export const visibleMembers = (db: Executor, viewerId: string) =>
  enabledMembers(db).where(isNotBlocked(db, viewerId, 'm.id'));

const memberById = precompiled((db, { viewerId, id }: { viewerId: string; id: string }) =>
  visibleMembers(db, viewerId).where('m.id', '=', id).select(MEMBER_COLUMNS),
);

/** Finds a member visible to the viewer. */
export const findMember = async (db: Executor, viewerId: string, id: string) =>
  (await memberById(db, { viewerId, id }))[0];

/** Whether the viewer follows member `m`. */
export const isFollowedBy = (
  eb: ExpressionBuilder<Schema & { m: MemberTable }, 'm'>,
  viewerId: string,
) =>
  eb.exists(
    eb
      .selectFrom('follows as f')
      .where('f.follower_id', '=', viewerId)
      .whereRef('f.followed_id', '=', 'm.id')
      .select('f.id'),
  );

export const updateMember = (db: Executor, id: string, values: Partial<Omit<MemberTable, 'id'>>) =>
  db.updateTable('members').set(values).where('id', '=', id).execute();

/** Sets a member's town, given for another purpose, unless they have one. */
export const setTownIfNone = (db: Executor, id: string, town: string) =>
  db.updateTable('members').set({ town }).where('id', '=', id).where('town', 'is', null).execute();

const adjusted = precompiled((db, { id, delta }: { id: string; delta: number }) =>
  db
    .updateTable('members')
    .set((eb) => ({ posts_count: eb('posts_count', '+', delta) }))
    .where('id', '=', id),
);

/** @param delta 1 or -1 */
export const adjustPostsCount = (db: Executor, id: string, delta: number) =>
  adjusted(db, { id, delta });

const forumProfile = precompiled((db, { viewerId, id }: { viewerId: string; id: string }) =>
  visibleMembers(db, viewerId)
    .where('m.id', '=', id)
    .select([...MEMBER_COLUMNS, 'm.followers_count', 'm.following_count', 'm.posts_count'])
    .select((eb) => isFollowedBy(eb, viewerId).as('followed')),
);

/** Finds a member visible to the viewer, with counts and whether the viewer follows them. */
export const findForumProfile = async (db: Executor, viewerId: string, id: string) =>
  (await forumProfile(db, { viewerId, id }))[0];

/**
 * Finds a member, disabled or not.
 * @param value an id, an email in lower case, or a phone number of 09 and 9 digits
 */
export const findAnyMember = (db: Executor, by: 'id' | 'email' | 'sign_in_phone', value: string) =>
  db
    .selectFrom('members as m')
    .where(`m.${by}`, '=', value)
    .select(MEMBER_COLUMNS)
    .executeTakeFirst();

/** Finds a member, disabled or not, with the columns that staff see. */
export const findRecord = (db: Executor, id: string) =>
  db
    .selectFrom('members as m')
    .where('m.id', '=', id)
    .select([
      ...MEMBER_COLUMNS,
      'm.email',
      'm.sign_in_phone',
      'm.contact_phone',
      'm.joined_at',
      'm.disabled_at',
      'm.posts_count',
      'm.followers_count',
    ])
    .executeTakeFirst();

/** Whether a member is an enabled staff member. */
export async function isEnabledStaff(db: Executor, id: string): Promise<boolean> {
  const member = await db
    .selectFrom('members')
    .where('id', '=', id)
    .where('role', '=', 'staff')
    .where('disabled_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return member !== undefined;
}

/** The other columns of a new member. */
export const DEFAULTS = {
  contact_phone: null,
  sign_in_phone: null,
  birthdate: null,
  avatar_key: null,
  disabled_at: null,
  followers_count: 0,
  following_count: 0,
  posts_count: 0,
  town: null,
  language: null,
};

/** @throws a unique violation when the email or the number is taken */
export const insertMember = (db: Executor, member: MemberTable) =>
  db.insertInto('members').values(member).execute();

/** The member, with their followers and followees. */
const relatedMemberIds = (db: Executor, id: string) =>
  db
    .selectFrom('members')
    .where('id', '=', id)
    .select('id')
    .union(db.selectFrom('follows').where('followed_id', '=', id).select('follower_id as id'))
    .union(db.selectFrom('follows').where('follower_id', '=', id).select('followed_id as id'));

/**
 * Disables or enables a member. All changed rows are locked first and in order, since a follow locks two of them.
 * @param disabledAt milliseconds since 1970, or null
 */
export async function setDisabled(
  db: Executor,
  id: string,
  disabledAt: number | null,
): Promise<void> {
  await lockRows(db, 'members', relatedMemberIds(db, id));
  await updateMember(db, id, { disabled_at: disabledAt });
}

/** Locks all enabled staff members, in order: when two leave concurrently, the second sees that the first is gone. */
export async function lockStaff(db: Executor): Promise<{ id: string }[]> {
  const staff = db
    .selectFrom('members')
    .where('role', '=', 'staff')
    .where('disabled_at', 'is', null)
    .select('id');
  await lockRows(db, 'members', staff);
  return staff.execute();
}

/** A column that counts rows of another table. */
interface Counter {
  table: 'members' | 'posts';
  counter: string;
  rows: string;
  /** the column with the id of the counting row */
  of: string;
  /** the column with a member id: rows of disabled members are not counted */
  by: string | null;
}

// Members come before posts, as in likes and comments, so that transactions do not deadlock.
const COUNTERS: Counter[] = [
  {
    table: 'members',
    counter: 'followers_count',
    rows: 'follows',
    of: 'followed_id',
    by: 'follower_id',
  },
  {
    table: 'members',
    counter: 'following_count',
    rows: 'follows',
    of: 'follower_id',
    by: 'followed_id',
  },
  { table: 'members', counter: 'posts_count', rows: 'posts', of: 'author_id', by: null },
  { table: 'posts', counter: 'likes_count', rows: 'likes', of: 'post_id', by: 'member_id' },
  { table: 'posts', counter: 'comments_count', rows: 'comments', of: 'post_id', by: 'member_id' },
];

/** The subquery that counts the rows. */
const actual = ({ table, rows, of, by }: Counter) => {
  const isOf = sql`${sql.ref(`${rows}.${of}`)} = ${sql.ref(`${table}.id`)}`;
  if (!by) return sql`(select count(*) from ${sql.table(rows)} where ${isOf})`;
  return sql`(
    select count(*) from ${sql.table(rows)} join members as m on m.id = ${sql.ref(`${rows}.${by}`)}
    where ${isOf} and m.disabled_at is null)`;
};

/** Recomputes every counter that includes the member; a disabled member is not counted. */
export async function recomputeCounters(db: Executor, id: string): Promise<void> {
  for (const each of COUNTERS.filter(({ by }) => by)) {
    const { table, counter, rows, of, by } = each;
    const ids = sql<string>`(
      select ${sql.ref(`${rows}.${of}`)} from ${sql.table(rows)} where ${sql.ref(`${rows}.${by}`)} = ${id})`;
    await lockRows(db, table, ids);
    await sql`
      update ${sql.table(table)} set ${sql.ref(counter)} = ${actual(each)} where id in ${ids}`.execute(
      db,
    );
  }
}

/** Recomputes the counters of a post. */
export async function recomputePostCounters(db: Executor, postId: string): Promise<void> {
  for (const each of COUNTERS.filter(({ table }) => table === 'posts'))
    await sql`
      update posts set ${sql.ref(each.counter)} = ${actual(each)} where id = ${postId}`.execute(db);
}

/** Recomputes wrong counters. @returns how many were wrong */
export async function recountAll(db: Executor): Promise<number> {
  let wrong = 0;
  for (const each of COUNTERS) {
    const [table, counter] = [sql.table(each.table), sql.ref(each.counter)];
    const isWrong = sql`${counter} <> ${actual(each)}`;
    await lockRows(db, each.table, sql<string>`(select id from ${table} where ${isWrong})`);
    const { numAffectedRows } = await sql`
      update ${table} set ${counter} = ${actual(each)} where ${isWrong}`.execute(db);
    wrong += Number(numAffectedRows ?? 0);
  }
  return wrong;
}

/** Counts the wrong counters by name, e.g. `posts.likes_count`. */
export async function countWrongCounters(db: Executor): Promise<Map<string, number>> {
  const wrong = new Map<string, number>();
  for (const each of COUNTERS) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(each.table)}
      where ${sql.ref(each.counter)} <> ${actual(each)}`.execute(db);
    const count = rows[0]?.count ?? 0;
    if (count > 0) wrong.set(`${each.table}.${each.counter}`, count);
  }
  return wrong;
}
