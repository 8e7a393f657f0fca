import { largestImageUrl } from '#lib/contract/images.ts';
import { type Account, type ForumProfile, ROLES } from '#lib/contract/people/members.ts';
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import { notFound } from '#lib/server/platform/errors.ts';

import { findForumProfile, type MemberRow } from './queries.ts';

export const toAccount = (row: MemberRow): Account => ({
  account_id: row.member_id,
  name: `${row.first_name} ${row.last_name}`,
  profile_picture: row.avatar_key && largestImageUrl(row.avatar_key),
  account_type: ROLES[row.role],
});

/** A member of a row that may have none: they are disabled, or erased. */
type MemberOfRow = { [K in keyof MemberRow]: MemberRow[K] | null };

/** @returns null for a row without a member */
export function accountOf(row: MemberOfRow): Account | null {
  const { member_id, first_name, last_name, role, avatar_key } = row;
  if (member_id === null || first_name === null || last_name === null || role === null) return null;
  return toAccount({ member_id, first_name, last_name, role, avatar_key });
}

/**
 * Gets a member's forum profile, also the viewer's own.
 * @throws AppError member_not_found
 */
export async function getForumProfile(ctx: Ctx, memberId: string): Promise<ForumProfile> {
  const { id } = requireViewer(ctx);
  const row = await findForumProfile(ctx.db, id, memberId);
  if (!row) throw notFound('member');
  return {
    ...toAccount(row),
    followers: row.followers_count,
    following: row.following_count,
    post_count: row.posts_count,
    followed: Boolean(row.followed),
    own_account: memberId === id,
  };
}
