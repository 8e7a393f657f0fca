import { updateLikers } from '#lib/server/notifications/notify-like.ts';
import { resetReadWatermarks } from '#lib/server/notifications/unread-queries.ts';
import { incrementVersionsByActor } from '#lib/server/notifications/version-queries.ts';
import { deleteTokensByMember } from '#lib/server/people/personal-tokens/queries.ts';
import { deleteSessionsByMember } from '#lib/server/people/sessions/queries.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

import { recomputeCounters } from './counter-queries.ts';

/**
 * Does what follows when a member is disabled or enabled: counters, sessions, tokens and notifications.
 * @param tx the transaction in which `setDisabled` was called
 * @param disabledAt null when the member is enabled
 */
export async function propagateDisabled(
  tx: Executor,
  memberId: string,
  disabledAt: number | null,
): Promise<void> {
  await recomputeCounters(tx, memberId);
  // Notifications that reappear may be older than the recipients' read watermark.
  if (disabledAt === null) await resetReadWatermarks(tx, memberId);
  await deleteSessionsByMember(tx, memberId, null);
  await deleteTokensByMember(tx, memberId);
  // After the counters, which it reads.
  if (disabledAt !== null) await updateLikers(tx, { memberId });
  await incrementVersionsByActor(tx, memberId);
}
