import type {
  Contact,
  MemberListQuery,
  MemberRecord,
  MemberSummary,
  NewMember,
  ReasonInput,
} from '#lib/contract/people/managed-members.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import { findEmailChange } from '#lib/server/people/email-changes/queries.ts';
import { LIMITS as EMAIL_LIMITS } from '#lib/server/people/email-changes/service.ts';
import { chooseNewPasswordEmail } from '#lib/server/people/managed-members/emails.ts';
import { findRecord } from '#lib/server/people/members/queries.ts';
import {
  findEnabledOrThrow,
  getMemberOrThrow,
  toAccount,
} from '#lib/server/people/members/service.ts';
import { endTokenAccess } from '#lib/server/people/personal-tokens/end-access.ts';
import { deleteSessionsByMember } from '#lib/server/people/sessions/queries.ts';
import { countSessions } from '#lib/server/people/sessions/service.ts';
import { freeNumbers } from '#lib/server/people/sign-in-phones/give-numbers.ts';
import { findClaim } from '#lib/server/people/sign-in-phones/queries.ts';
import { authorizeAct, type StaffAct } from '#lib/server/people/viewer/authorize-act.ts';
import { lockStaffViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import type { Email } from '#lib/server/platform/email/email.ts';
import { enqueueEmailTo } from '#lib/server/platform/email/enqueue-email.ts';
import { AppError, notFound } from '#lib/server/platform/errors.ts';
import { inLanguageOf } from '#lib/server/platform/member-language.ts';
import { toPage, withLookahead } from '#lib/server/platform/pagination.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { requireStaffViewer } from '#lib/server/platform/require-viewer.ts';
import { noteSeen } from '#lib/server/platform/sms/numbers.ts';

import * as members from './manage-members.ts';
import * as queries from './queries.ts';

/**
 * For actions that staff members may not take on their own account.
 * @returns the staff member's id
 */
export function requireOther(ctx: Ctx, memberId: string, act: StaffAct): string {
  const { id } = requireStaffViewer(ctx);
  if (id === memberId) throw new AppError('own_account');
  authorizeAct(ctx, act);
  return id;
}

const DAY_MS = 86_400_000;

/**
 * Adds a member, as the operator's command does. Adding a staff member requires a fresh confirmation.
 * @returns the new id
 */
export async function addMember(ctx: Ctx, input: NewMember): Promise<string> {
  const act = input.role === 'staff' ? 'member.added_to_staff' : 'member.added';
  const { id: actorId } = authorizeAct(ctx, act);
  const { sign_in_phone: phone } = input;
  const authorize = async (tx: Executor) => {
    await lockStaffViewer(ctx, tx, act);
    if (!phone) return;
    await freeNumbers(ctx, tx, [phone]);
    await noteSeen(ctx, tx, phone);
  };
  return (await members.addMember(ctx, input, { actorId, authorize })).id;
}

/** Disables a member: ends their sessions, prevents logins and hides everything they wrote. */
export async function disableMember(ctx: Ctx, id: string, { reason }: ReasonInput): Promise<void> {
  const actorId = requireOther(ctx, id, 'member.disabled');
  await members.disableMember(ctx, id, {
    actorId,
    reason,
    authorize: (tx) => lockStaffViewer(ctx, tx, 'member.disabled', [id]),
  });
}

/** Enables a disabled member, with everything that was theirs. */
export async function enableMember(ctx: Ctx, id: string, { reason }: ReasonInput): Promise<void> {
  const actorId = requireOther(ctx, id, 'member.enabled');
  await members.enableMember(ctx, id, {
    actorId,
    reason,
    authorize: (tx) => lockStaffViewer(ctx, tx, 'member.enabled', [id]),
  });
}

/** Ends all sessions and personal access tokens of a member; for one's own account, all but the current session. */
export async function endSessions(ctx: Ctx, id: string): Promise<void> {
  const viewer = requireStaffViewer(ctx);
  await getMemberOrThrow(ctx, id);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockStaffViewer(ctx, tx, 'member.sessions_ended', [id]);
    await deleteSessionsByMember(tx, id, id === viewer.id ? viewer.sessionId : null);
    await endTokenAccess(ctx, tx, id);
    const target = { targetType: 'member', targetId: id } as const;
    await recordAct(tx, { actorId: viewer.id, act: 'member.sessions_ended', ...target });
  });
}

export const LIMITS = defineLimits({
  contactView: {
    what: 'looks of a member of staff at phone and email of members',
    points: 200,
    seconds: 3600,
  },
});

/** Sends a member the email that explains how to choose a new password. Staff never see a code or a password. */
export async function sendPasswordReset(ctx: Ctx, id: string): Promise<void> {
  const { id: actorId } = requireStaffViewer(ctx);
  await ctx.limits.consume(EMAIL_LIMITS.staffEmail, id);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockStaffViewer(ctx, tx, 'member.reset_sent');
    const member = await findEnabledOrThrow(tx, id);
    if (member.email === null) throw new AppError('no_email');
    const write = (to: Email['to']) => chooseNewPasswordEmail(to, ctx.config.publicUrl);
    await inLanguageOf(tx, id, () => enqueueEmailTo(ctx, tx, member, write, DAY_MS));
    const target = { targetType: 'member', targetId: id } as const;
    await recordAct(tx, { actorId, act: 'member.reset_sent', ...target });
  });
}

type Row = Awaited<ReturnType<typeof queries.listMembers>>[number];

/** @returns a member without phone and email */
const toSummary = (row: Row): MemberSummary => ({
  ...toAccount(row),
  joined_date: new Date(row.joined_at).toISOString(),
  is_disabled: row.disabled_at !== null,
});

/** Lists all members for staff, including disabled ones, newest first. */
export async function listMembers(
  ctx: Ctx,
  query: MemberListQuery,
): Promise<{ members: MemberSummary[]; nextCursor: string | null }> {
  requireStaffViewer(ctx);
  const rows = await queries.listMembers(ctx.db, { ...query, ...withLookahead(query) });
  const { items, nextCursor } = toPage(rows, query.limit, ({ member_id }) => member_id);
  return { members: items.map(toSummary), nextCursor };
}

const toIso = (time: number): string => new Date(time).toISOString();

async function getRow(db: Executor, id: string) {
  const row = await findRecord(db, id);
  if (!row) throw notFound('member');
  return row;
}

/** Gets a member for staff, without phone and email. */
export async function getMemberRecord(ctx: Ctx, id: string): Promise<MemberRecord> {
  const viewer = requireStaffViewer(ctx);
  const row = await getRow(ctx.db, id);
  const [sessions, change] = await Promise.all([
    countSessions(ctx, id),
    findEmailChange(ctx.db, id, ctx.now()),
  ]);
  return {
    ...toSummary(row),
    role: row.role,
    disabled_date: row.disabled_at === null ? null : toIso(row.disabled_at),
    post_count: row.posts_count,
    followers: row.followers_count,
    sessions: sessions.count,
    last_seen: sessions.seenAt === null ? null : toIso(sessions.seenAt),
    has_email: row.email !== null,
    email_change_until: change ? toIso(change.expires_at) : null,
    own_account: id === viewer.id,
  };
}

/** Shows a member's phone and email to staff, and logs the access. */
export async function viewContact(ctx: Ctx, id: string): Promise<Contact> {
  const { id: actorId } = requireStaffViewer(ctx);
  await ctx.limits.consume(LIMITS.contactView, actorId);
  return transact(ctx, { invalidates: [] }, async (tx) => {
    await lockStaffViewer(ctx, tx, 'member.contact_viewed');
    const { email, sign_in_phone, contact_phone } = await getRow(tx, id);
    const claimed_phone = await findClaim(tx, id);
    const target = { targetType: 'member', targetId: id } as const;
    await recordAct(tx, { actorId, act: 'member.contact_viewed', ...target });
    return { email, sign_in_phone, claimed_phone, contact_phone };
  });
}

/** Like `viewContact`, for a page. @returns `ask` when the password is required first */
export const viewContactOrAsk = (ctx: Ctx, id: string): Promise<Contact | 'ask'> =>
  viewContact(ctx, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'confirmation_required') return 'ask';
    throw error;
  });
