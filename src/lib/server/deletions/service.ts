import { type Deletion, DELETION_DAYS } from '#lib/contract/deletions.ts';
import { requireFreshConfirmation } from '#lib/server/confirmations/authorize.ts';
import { type Ctx, requireViewer, type Services } from '#lib/server/context.ts';
import type { Executor } from '#lib/server/db/schema.ts';
import { transact } from '#lib/server/db/transact.ts';
import { enqueueEmail } from '#lib/server/email/enqueue-email.ts';
import { deletionRequestedEmail } from '#lib/server/email/rights-templates.ts';
import { unauthenticated } from '#lib/server/errors.ts';
import { deleteWaitingExports } from '#lib/server/exports/queries.ts';
import { setDisabled } from '#lib/server/members/manage-members-queries.ts';
import { propagateDisabled } from '#lib/server/members/propagate-disabled.ts';
import { requireAnotherStaffMember } from '#lib/server/members/require-another-staff-member.ts';
import { leavePickups } from '#lib/server/pickups/end-pickups.ts';
import { lockViewer } from '#lib/server/sessions/lock-viewer.ts';

import { findDeletion, insertDeletion } from './queries.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** Hides a member from others, ends their sessions, and notifies those who wait for a pickup. */
export async function hideMember(
  services: Services,
  tx: Executor,
  memberId: string,
  now: number,
): Promise<void> {
  await setDisabled(tx, memberId, now);
  await requireAnotherStaffMember(tx, memberId);
  await leavePickups(services, tx, memberId);
  await propagateDisabled(tx, memberId, now);
}

async function sendEmail(services: Services, tx: Executor, memberId: string): Promise<void> {
  const pending = await findDeletion(tx, memberId);
  if (!pending) throw unauthenticated();
  const to = { name: `${pending.first_name} ${pending.last_name}`, address: pending.email };
  const link = `${services.config.publicUrl}/login`;
  const email = deletionRequestedEmail(to, link, pending.erase_at);
  await enqueueEmail(services, tx, email, WEEK_MS);
}

/**
 * Asks for the viewer's account to be deleted: they are signed out and hidden, and erased in 14 days unless they sign in.
 * The request has no viewer from then on.
 * @throws AppError confirmation_required, last_staff_member, unauthenticated
 */
export async function requestDeletion(ctx: Ctx): Promise<Deletion> {
  requireFreshConfirmation(ctx);
  const { id } = requireViewer(ctx);
  const requested_at = ctx.now();
  const erase_at = ctx.clock.latest() + DELETION_DAYS * DAY_MS;
  await transact(ctx, { invalidates: ['posts'] }, async (tx) => {
    await lockViewer(ctx, tx, { allowsSuspended: true });
    await insertDeletion(tx, { member_id: id, requested_at, erase_at });
    // Its download would take a sign-in, which ends the deletion.
    await deleteWaitingExports(tx, id);
    await hideMember(ctx, tx, id, requested_at);
    await sendEmail(ctx, tx, id);
  });
  ctx.viewer = null;
  ctx.log.info({ event: 'deletion_requested', requestId: ctx.requestId, member: id });
  return { erase_at: new Date(erase_at).toISOString() };
}
