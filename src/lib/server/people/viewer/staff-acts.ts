import type { Act } from '#lib/contract/people/audit-log.ts';
import { CONFIRMATION_MINUTES } from '#lib/contract/people/confirmations.ts';
import { countActs } from '#lib/server/people/audit-log/queries.ts';
import {
  type Ctx,
  requireStaffViewer,
  requireViewer,
  type Viewer,
} from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { AppError } from '#lib/server/platform/errors.ts';

const FRESH_MS = CONFIRMATION_MINUTES * 60_000;

/** Whether the viewer has proved in the last 15 minutes, in this session, who they are; not at a time yet to come. */
export function isFreshlyConfirmed(ctx: Ctx): boolean {
  const { token, confirmedAt } = requireViewer(ctx);
  return !token && Math.abs(ctx.now() - confirmedAt) <= FRESH_MS;
}

/** Requires that the viewer has proved in the last 15 minutes, in this session, who they are. */
export function requireFreshConfirmation(ctx: Ctx): void {
  if (!isFreshlyConfirmed(ctx)) throw new AppError('confirmation_required');
}

/** So many in an hour of what concerns one member. */
const A_FEW = 10;
const HOUR_MS = 3_600_000;

/**
 * Every act of staff that writes, and whether it needs a fresh confirmation. It does when it takes something away from
 * others, gives away rights, or reaches more than one member: what must not be done from a browser that was left open, and
 * neither piece by piece. A number is how many of an act need none in an hour.
 */
const NEEDS_CONFIRMATION = {
  'application.admitted': A_FEW,
  'application.declined': A_FEW,
  'invitation.made': false,
  'invitation.made_for_many': true,
  'invitation.revoked': false,
  'member.added': A_FEW,
  'member.added_to_staff': true,
  'member.role_changed': true,
  'member.disabled': true,
  'member.enabled': true,
  'member.email_requested': true,
  'member.code_made': true,
  'member.phone_set': true,
  'member.steward_begun': true,
  // It only protects.
  'member.steward_ended': false,
  'member.reset_sent': A_FEW,
  'member.sessions_ended': A_FEW,
  'member.contact_viewed': A_FEW,
  'members.downloaded': true,
  'members.imported': true,
  'import.undone': true,
  'member.warned': A_FEW,
  'member.suspended': true,
  'post.removed': true,
  'comment.removed': true,
  'avatar.removed': true,
  'name.removed': true,
  'post.approved': false,
  'reports.dismissed': false,
  'decision.reversed': false,
  'profile.reopened': false,
  'decision.responded': false,
  'reason.added': false,
  'reason.changed': false,
  'reason.removed': false,
  'resource.added': false,
  'resource.saved': false,
  // All members are notified of it, and guests read it.
  'resource.published': true,
  'resource.unpublished': true,
  'resource.deleted': A_FEW,
  'resource.deleted_after_publication': true,
  'resource.restored': false,
  'policy.uploaded': false,
  'policy.discarded': false,
  'policy.replaced': true,
  'notification.sent': true,
  'notification.sent_to_one': A_FEW,
  'addresses.resumed': true,
  // Of members only those with an alert for it hear of it.
  'schedule.changed': false,
} as const satisfies Record<string, boolean | number>;

export type StaffAct = keyof typeof NEEDS_CONFIRMATION;

/**
 * Requires one of staff, and a fresh confirmation for an act that needs it.
 * @returns the member of staff
 */
export function authorizeAct(ctx: Ctx, act: StaffAct): Viewer {
  const viewer = requireStaffViewer(ctx);
  if (NEEDS_CONFIRMATION[act] === true) requireFreshConfirmation(ctx);
  return viewer;
}

/**
 * Requires a fresh confirmation for an act that the viewer has done too many times in the last hour.
 * @param tx its transaction, which has locked the viewer: of two at a time the second counts the first
 */
export async function authorizeRepeated(ctx: Ctx, tx: Executor, act: StaffAct): Promise<void> {
  const few = NEEDS_CONFIRMATION[act];
  if (typeof few !== 'number' || isFreshlyConfirmed(ctx)) return;
  const { id: actorId } = requireStaffViewer(ctx);
  // The log has the time of the server, too.
  const since = Date.now() - HOUR_MS;
  const count = await countActs(tx, { actorId, act: RECORDED_AS[act] ?? act, since });
  if (count >= few) throw new AppError('confirmation_required');
}

/** Acts that the log has by another name. */
const RECORDED_AS: Partial<Record<StaffAct, Act>> = {
  'notification.sent_to_one': 'notification.sent',
};
