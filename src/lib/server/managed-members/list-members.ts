import type { MemberListQuery, MemberSummary } from '#lib/contract/managed-members.ts';
import { type Ctx, requireStaffViewer } from '#lib/server/context.ts';
import { toAccount } from '#lib/server/members/service.ts';
import { toPage, withLookahead } from '#lib/server/pagination.ts';

import * as queries from './queries.ts';

type Row = Awaited<ReturnType<typeof queries.listMembers>>[number];

/** @returns a member without phone and email */
export const toSummary = (row: Row): MemberSummary => ({
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
