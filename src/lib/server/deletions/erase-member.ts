import { recordAct } from '#lib/server/audit-log/record-act.ts';
import type { Services } from '#lib/server/context.ts';
import type { Executor } from '#lib/server/db/schema.ts';
import { transact } from '#lib/server/db/transact.ts';

import { eraseEmails } from './erase-emails.ts';
import { eraseRows } from './erase-rows.ts';
import { findErasable, listDueDeletions } from './queries.ts';
import { removeLeftovers } from './remove-leftovers.ts';
import { hideMember } from './service.ts';

const BATCH = 20;

const recordErasure = (tx: Executor, memberId: string): Promise<void> =>
  recordAct(tx, {
    actorId: null,
    act: 'member.erased',
    targetType: 'member',
    targetId: memberId,
  });

/** When a member may be erased: always, or only when they are due and did not change their mind. */
type When = 'now' | 'when due';

/**
 * Erases a member. What is outside of the database is erased before the transaction, or noted in it for a job: whatever
 * ends the process, the member is there as before, or gone.
 * @returns false when the member is gone, or not due any more
 * @throws AppError last_staff_member
 */
async function erase(services: Services, memberId: string, when: When): Promise<boolean> {
  const { db, limits, now, log } = services;
  const member = await findErasable(db, memberId);
  if (!member) return false;
  await eraseEmails(services, member.email);
  await limits.forget(memberId);
  const isErased = await transact(services, { invalidates: ['posts'] }, async (tx) => {
    const current = await findErasable(tx, memberId);
    if (!current) return false;
    if (when === 'when due' && (current.erase_at === null || current.erase_at > now()))
      return false;
    // Counters and pending pickups were already updated at the request.
    if (current.disabled_at === null || when === 'now')
      await hideMember(services, tx, memberId, current.disabled_at ?? now());
    await eraseRows(tx, memberId, now());
    if (when === 'now') await recordErasure(tx, memberId);
    return true;
  });
  if (isErased) log.info({ event: 'member_erased', member: memberId });
  return isErased;
}

/**
 * Erases a member at once, as operators do.
 * @throws AppError last_staff_member
 */
export async function eraseMember(services: Services, memberId: string): Promise<void> {
  await erase(services, memberId, 'now');
  await removeLeftovers(services);
}

/** Erases the members who requested it 14 days ago, and what is left of them. One that fails is tried again. */
export async function eraseDueMembers(services: Services): Promise<void> {
  const { db, now, log } = services;
  for (const id of await listDueDeletions(db, now(), BATCH))
    await erase(services, id, 'when due').catch((error: unknown) =>
      log.error({ event: 'erasure_failed', member: id, error }),
    );
  await removeLeftovers(services);
}
