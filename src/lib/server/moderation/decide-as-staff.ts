import type {
  DecisionInput,
  ModerationAction,
  ReportKind,
  StaffDecision,
} from '#lib/contract/moderation.ts';
import { requireFreshConfirmation } from '#lib/server/confirmations/service.ts';
import { type Ctx, requireStaffViewer } from '#lib/server/context.ts';

import { decide } from './decide.ts';
import { getDecision } from './list-decisions.ts';

/** What needs the password again: what takes something away from a member. */
const GUARDED = new Set<ModerationAction>(['remove', 'remove_avatar', 'remove_name', 'disable']);

/**
 * Decides for the member of the staff who is signed in.
 * @throws AppError staff_only, confirmation_required, and those of `decide`
 */
export async function decideAsStaff(
  ctx: Ctx,
  subject: { kind: ReportKind; id: string },
  input: DecisionInput,
): Promise<StaffDecision> {
  requireStaffViewer(ctx);
  if (GUARDED.has(input.action)) requireFreshConfirmation(ctx);
  return getDecision(ctx, (await decide(ctx, subject, input, ctx)).id);
}
