import type {
  Contact,
  MemberListQuery,
  MemberRecord,
  MemberSummary,
} from '#lib/contract/people/managed-members.ts';
import { recordAct } from '#lib/server/people/audit-log/record-act.ts';
import { findEmailChange } from '#lib/server/people/email-changes/queries.ts';
import { toAccount } from '#lib/server/people/members/service.ts';
import { lockStaffViewer } from '#lib/server/people/sessions/lock-viewer.ts';
import { countSessions } from '#lib/server/people/sessions/service.ts';
import { type Ctx, requireStaffViewer } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import { toPage, withLookahead } from '#lib/server/platform/pagination.ts';

import { LIMITS } from './limits.ts';
import * as queries from './queries.ts';
import { findRecord } from './queries.ts';

type Row = Awaited<ReturnType<typeof queries.listMembers>>[number];

/** @returns a member without phone and email */
const toSummary = (row: Row): MemberSummary => ({
  ...toAccount(row),
  joined_date: new Date(row.joined_at).toISOString(),
  is_disabled: row.disabled_at !== null,
});

/** Lists all members for staff, also disabled ones, the newest first. */
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

/** @throws AppError member_not_found */
async function getRow(db: Executor, id: string) {
  const row = await findRecord(db, id);
  if (!row) throw notFound('member');
  return row;
}

/**
 * Gets a member for staff, without phone and email.
 * @throws AppError staff_only, member_not_found
 */
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
    email_change_until: change ? toIso(change.expires_at) : null,
    own_account: id === viewer.id,
  };
}

/**
 * Shows a member's phone and email to staff, and records the access.
 * @throws AppError staff_only, member_not_found, rate_limited
 */
export async function viewContact(ctx: Ctx, id: string): Promise<Contact> {
  const { id: actorId } = requireStaffViewer(ctx);
  await ctx.limits.consume(LIMITS.contactView, actorId);
  return transact(ctx, { invalidates: [] }, async (tx) => {
    await lockStaffViewer(ctx, tx, 'member.contact_viewed');
    const { email, contact_phone } = await getRow(tx, id);
    const target = { targetType: 'member', targetId: id } as const;
    await recordAct(tx, { actorId, act: 'member.contact_viewed', ...target });
    return { email, contact_phone };
  });
}
