import type { Executor } from '#lib/server/db/schema.ts';

/** A member as others see them. */
export interface MemberRow {
  member_id: string;
  first_name: string;
  last_name: string;
  role: string;
  avatar_key: string | null;
}

/** The columns of a `MemberRow`, of `members as m`. */
export const MEMBER_COLUMNS = [
  'm.id as member_id',
  'm.first_name',
  'm.last_name',
  'm.role',
  'm.avatar_key',
] as const;

/**
 * Finds an enabled member.
 * @param email in lower case
 */
export const findMemberByEmail = (db: Executor, email: string) =>
  db
    .selectFrom('members as m')
    .where('m.email', '=', email)
    .where('m.disabled_at', 'is', null)
    .select([...MEMBER_COLUMNS, 'm.password_hash'])
    .executeTakeFirst();

/** @param delta 1 or -1 */
export const incrementPostsCount = (db: Executor, id: string, delta: number) =>
  db
    .updateTable('members')
    .set((eb) => ({ posts_count: eb('posts_count', '+', delta) }))
    .where('id', '=', id)
    .execute();

/** Finds an enabled member, with counts and whether the viewer follows them. */
export const findForumProfile = (db: Executor, viewerId: string, id: string) =>
  db
    .selectFrom('members as m')
    .where('m.id', '=', id)
    .where('m.disabled_at', 'is', null)
    .select([...MEMBER_COLUMNS, 'm.followers_count', 'm.following_count', 'm.posts_count'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('follows as f')
            .where('f.follower_id', '=', viewerId)
            .whereRef('f.followed_id', '=', 'm.id')
            .select('f.id'),
        )
        .as('followed'),
    )
    .executeTakeFirst();

/** Finds an enabled member. */
export const findMember = (db: Executor, id: string) =>
  db
    .selectFrom('members as m')
    .where('m.id', '=', id)
    .where('m.disabled_at', 'is', null)
    .select(MEMBER_COLUMNS)
    .executeTakeFirst();
