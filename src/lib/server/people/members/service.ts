import { toId } from '#lib/contract/ids.ts';
import { largestImageUrl } from '#lib/contract/images.ts';
import { type Account, type ForumProfile, ROLES } from '#lib/contract/people/members.ts';
import { toLocalNumber } from '#lib/contract/phone-numbers.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { lockRows } from '#lib/server/platform/db/transact.ts';
import { AppError, notFound } from '#lib/server/platform/errors.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';

import {
  findAnyMember,
  findForumProfile,
  findRecord,
  lockStaff,
  type MemberRow,
} from './queries.ts';

export const toAccount = (row: MemberRow): Account => ({
  account_id: row.member_id,
  name: `${row.first_name} ${row.last_name}`,
  profile_picture: row.avatar_key && largestImageUrl(row.avatar_key),
  account_type: ROLES[row.role],
});

/** A joined row's member, who may be null: disabled or erased. */
type MemberOfRow = { [K in keyof MemberRow]: MemberRow[K] | null };

/** @returns null for a row without a member */
export function accountOf(row: MemberOfRow): Account | null {
  const { member_id, first_name, last_name, role, avatar_key } = row;
  if (member_id === null || first_name === null || last_name === null || role === null) return null;
  return toAccount({ member_id, first_name, last_name, role, avatar_key });
}

/** Gets a member's forum profile, even the viewer's own. */
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

/**
 * Finds a member for staff, even a disabled one.
 * @param given an id, an email, or the phone number for logging in
 */
export async function getMemberOrThrow({ db }: Services, given: string) {
  const key = given.trim().toLowerCase();
  const id = toId(key);
  const phone = key.includes('@') ? null : toLocalNumber(key);
  const member =
    (id && (await findAnyMember(db, 'id', id))) ||
    (phone && (await findAnyMember(db, 'sign_in_phone', phone))) ||
    (await findAnyMember(db, 'email', key));
  if (!member) throw new AppError('unknown_member', { member: given });
  return member;
}

/** Finds a member for actions that only make sense while they can log in. */
export async function findEnabledOrThrow(tx: Executor, id: string) {
  const member = await findRecord(tx, id);
  if (!member) throw notFound('member');
  if (member.disabled_at !== null) throw new AppError('member_disabled');
  return member;
}

/**
 * Requires that another staff member remains: the last one cannot be demoted, disabled or erased.
 * @param tx the transaction that removes the member from staff
 */
export async function requireAnotherStaffMember(tx: Executor, id: string): Promise<void> {
  await lockRows(tx, 'members', [id]);
  const member = await findAnyMember(tx, 'id', id);
  if (member?.role !== 'staff') return;
  const staff = await lockStaff(tx);
  if (!staff.some((other) => other.id !== id)) throw new AppError('last_staff_member');
}
