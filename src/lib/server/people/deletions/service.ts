import { type Deletion, DELETION_DAYS } from '#lib/contract/people/deletions.ts';
import { deletionRequestedEmail } from '#lib/server/people/deletions/emails.ts';
import { setDisabled } from '#lib/server/people/members/queries.ts';
import { requireAnotherStaffMember } from '#lib/server/people/members/service.ts';
import { requireFreshConfirmation } from '#lib/server/people/viewer/authorize-act.ts';
import { lockViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import type { Email } from '#lib/server/platform/email/email.ts';
import { enqueueEmailTo } from '#lib/server/platform/email/enqueue-email.ts';
import { unauthenticated } from '#lib/server/platform/errors.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';

import { propagateDisabled } from './propagate-disabled.ts';
import { findDeletion, insertDeletion } from './queries.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** Hides a member from others and ends their sessions; their appointments are called off. */
export async function hideMember(
  services: Services,
  tx: Executor,
  memberId: string,
  now: number,
): Promise<void> {
  await setDisabled(tx, memberId, now);
  await requireAnotherStaffMember(tx, memberId);
  await propagateDisabled(services, tx, memberId, now);
}

async function sendEmail(services: Services, tx: Executor, memberId: string): Promise<void> {
  const pending = await findDeletion(tx, memberId);
  if (!pending) throw unauthenticated();
  const link = `${services.config.publicUrl}/login`;
  const write = (to: Email['to']) => deletionRequestedEmail(to, link, pending.erase_at);
  await enqueueEmailTo(services, tx, pending, write, WEEK_MS);
}

/**
 * Requests the deletion of the viewer's account: they are logged out and hidden, and erased in 14 days unless they
 * log in. The request's context has no viewer afterwards.
 */
export async function requestDeletion(ctx: Ctx): Promise<Deletion> {
  requireFreshConfirmation(ctx);
  const { id } = requireViewer(ctx);
  const requested_at = ctx.now();
  const erase_at = ctx.clock.latest() + DELETION_DAYS * DAY_MS;
  await transact(ctx, { invalidates: ['posts'] }, async (tx) => {
    await lockViewer(ctx, tx, { allowsSuspended: true });
    await insertDeletion(tx, { member_id: id, requested_at, erase_at });
    await ctx.events.deletionRequested(tx, id);
    await hideMember(ctx, tx, id, requested_at);
    await sendEmail(ctx, tx, id);
  });
  ctx.viewer = null;
  ctx.log.info({ event: 'deletion_requested', requestId: ctx.requestId, member: id });
  return { erase_at: new Date(erase_at).toISOString() };
}
