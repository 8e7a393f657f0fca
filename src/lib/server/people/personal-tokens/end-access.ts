import type { Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

import { deleteTokensByMember } from './queries.ts';

/** Ends all that opens something of a member's without signing in: personal access tokens, and what the floors above have. */
export async function endTokenAccess(
  { events }: Services,
  tx: Executor,
  memberId: string,
): Promise<void> {
  await deleteTokensByMember(tx, memberId);
  await events.tokensEnded(tx, memberId);
}
