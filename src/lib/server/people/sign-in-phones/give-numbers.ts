import type { Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

import { endClaims, takeNumber } from './queries.ts';

/**
 * Frees phone numbers that staff assign to people they know: all claims of them end, and their other members are
 * notified. A number that staff assigned before stays with its member.
 * @param to the person who gets the numbers, if already a member
 */
export async function freeNumbers(
  services: Pick<Services, 'notify'>,
  tx: Executor,
  phones: string[],
  to?: string,
): Promise<void> {
  if (phones.length === 0) return;
  for (const claim of await endClaims(tx, phones)) {
    const { member_id: memberId } = claim;
    if (memberId === to) continue;
    await takeNumber(tx, claim);
    await services.notify(tx, { event: 'phone_given', memberId });
  }
}
