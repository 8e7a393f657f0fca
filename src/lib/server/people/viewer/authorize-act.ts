import type { Act } from '#lib/contract/people/audit-log.ts';
import { CONFIRMATION_MINUTES } from '#lib/contract/people/confirmations.ts';
import { countActs } from '#lib/server/people/audit-log/queries.ts';
import type { Ctx, Viewer } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { requireStaffViewer, requireViewer } from '#lib/server/platform/require-viewer.ts';

const FRESH_MS = CONFIRMATION_MINUTES * 60_000;

/**
 * Whether the viewer has confirmed their identity in this session in the last 15 minutes; future times do not count.
 */
export function isFreshlyConfirmed(ctx: Ctx): boolean {
  const { token, confirmedAt } = requireViewer(ctx);
  return !token && Math.abs(ctx.now() - confirmedAt) <= FRESH_MS;
}

/** Requires that the viewer has confirmed their identity in this session in the last 15 minutes. */
export function requireFreshConfirmation(ctx: Ctx): void {
  if (!isFreshlyConfirmed(ctx)) throw new AppError('confirmation_required');
}

/** The number allowed per hour for actions that concern one member. */
const A_FEW = 10;
const HOUR_MS = 3_600_000;

/**
 * All writing actions of staff, and whether they require a fresh confirmation: when they take something away, grant
 * rights, or reach more than one member. These must not be possible in a browser that was left open, not even piece
 * by piece. A number is how many per hour require none.
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
  // All members are notified, and guests can read it.
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
  // Only members with a matching alert are notified.
  'schedule.changed': false,
  // Each page and email shows it.
  'site.changed': true,
  'site.contact_proven': false,
} as const satisfies Record<string, boolean | number>;

export type StaffAct = keyof typeof NEEDS_CONFIRMATION;

/**
 * Requires a staff member, and a fresh confirmation if the action needs one.
 * @returns the staff member
 */
export function authorizeAct(ctx: Ctx, act: StaffAct): Viewer {
  const viewer = requireStaffViewer(ctx);
  if (NEEDS_CONFIRMATION[act] === true) requireFreshConfirmation(ctx);
  return viewer;
}

/**
 * Requires a fresh confirmation when the viewer has taken an action too often in the last hour.
 * @param tx the action's transaction, which has locked the viewer: concurrent actions are counted
 */
export async function authorizeRepeated(ctx: Ctx, tx: Executor, act: StaffAct): Promise<void> {
  const few = NEEDS_CONFIRMATION[act];
  if (typeof few !== 'number' || isFreshlyConfirmed(ctx)) return;
  const { id: actorId } = requireStaffViewer(ctx);
  // The log also uses the server's time.
  const since = Date.now() - HOUR_MS;
  const count = await countActs(tx, { actorId, act: RECORDED_AS[act] ?? act, since });
  if (count >= few) throw new AppError('confirmation_required');
}

/** Actions that the log has under another name. */
const RECORDED_AS: Partial<Record<StaffAct, Act>> = {
  'notification.sent_to_one': 'notification.sent',
};
