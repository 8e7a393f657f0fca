import { recomputeCounters } from '#lib/server/people/members/queries.ts';
import { endTokenAccess } from '#lib/server/people/personal-tokens/end-access.ts';
import { deleteSessionsByMember } from '#lib/server/people/sessions/queries.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

/**
 * Updates pickups, counters, sessions, tokens and notifications after a member was disabled or enabled.
 * @param tx the transaction that called `setDisabled`
 * @param disabledAt null when the member is enabled
 */
export async function propagateDisabled(
  services: Services,
  tx: Executor,
  memberId: string,
  disabledAt: number | null,
): Promise<void> {
  if (disabledAt !== null) await services.events.memberHidden(services, tx, memberId);
  await recomputeCounters(tx, memberId);
  await deleteSessionsByMember(tx, memberId, null);
  await endTokenAccess(services, tx, memberId);
  // After the counters, which this reads.
  await services.notify(tx, {
    event: disabledAt === null ? 'member_enabled' : 'member_disabled',
    memberId,
  });
}
