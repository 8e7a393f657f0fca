import type { DecisionInput, ReportKind, StaffDecision } from '#lib/contract/moderation.ts';
import { type Ctx, requireStaffViewer } from '#lib/server/context.ts';

import { decide } from './decide.ts';
import { getDecision } from './list-decisions.ts';

/**
 * Decides for the member of the staff who is signed in.
 * @throws AppError staff_only, and those of `decide`
 */
export async function decideAsStaff(
  ctx: Ctx,
  subject: { kind: ReportKind; id: string },
  input: DecisionInput,
): Promise<StaffDecision> {
  requireStaffViewer(ctx);
  return getDecision(ctx, (await decide(ctx, subject, input, ctx)).id);
}
