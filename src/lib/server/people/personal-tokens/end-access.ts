import type { Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

import { deleteTokensByMember } from './queries.ts';

/**
 * Ends all access to a member's data without a login: personal access tokens, and those of higher layers, such as
 * calendar feeds.
 */
export async function endTokenAccess(
  { events }: Services,
  tx: Executor,
  memberId: string,
): Promise<void> {
  await deleteTokensByMember(tx, memberId);
  await events.tokensEnded(tx, memberId);
}
