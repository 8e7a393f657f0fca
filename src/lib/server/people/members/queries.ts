import type { ExpressionBuilder } from 'kysely';

import { isNotBlocked } from '#lib/server/people/blocks/visibility-queries.ts';
import { precompiled } from '#lib/server/platform/db/precompiled.ts';
import type { Executor, MemberTable, Schema } from '#lib/server/platform/db/schema.ts';

/** A member as others see them. */
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

/** Those of them visible to a viewer. */
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

/** A town given for one purpose is a member's, unless they have chosen one. */
export const setTownIfNone = (db: Executor, id: string, town: string) =>
  db.updateTable('members').set({ town }).where('id', '=', id).where('town', 'is', null).execute();

/** @param delta 1 or -1 */
export const adjustPostsCount = (db: Executor, id: string, delta: number) =>
  db
    .updateTable('members')
    .set((eb) => ({ posts_count: eb('posts_count', '+', delta) }))
    .where('id', '=', id)
    .execute();

const forumProfile = precompiled((db, { viewerId, id }: { viewerId: string; id: string }) =>
  visibleMembers(db, viewerId)
    .where('m.id', '=', id)
    .select([...MEMBER_COLUMNS, 'm.followers_count', 'm.following_count', 'm.posts_count'])
    .select((eb) => isFollowedBy(eb, viewerId).as('followed')),
);

/** Finds a member visible to the viewer, with counts and whether the viewer follows them. */
export const findForumProfile = async (db: Executor, viewerId: string, id: string) =>
  (await forumProfile(db, { viewerId, id }))[0];
