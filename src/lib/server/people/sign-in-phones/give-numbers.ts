import type { Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

import { endClaims, takeNumber } from './queries.ts';

/**
 * Frees numbers that staff give to whom they know: all claims of them end, and whoever else had one hears so. A number that
 * staff gave before stays with its member.
 * @param to who gets them, if they are a member already
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
