import { endPastFollows, listFollowsAfter, moveFollow } from '#lib/server/forum/follows/queries.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { drawBackEmails } from '#lib/server/platform/email/queries.ts';
import { idAt, lowestIdAt } from '#lib/server/platform/new-id.ts';
import { drawBackExports } from '#lib/server/privacy/exports/queries.ts';

// Longer than any lease, or wait for the next attempt.
const AHEAD_MS = 2 * 3_600_000;

/** Notifications of authors lie between the ids of a follow. */
async function drawBackFollows(tx: Executor, now: number): Promise<void> {
  const after = lowestIdAt(now + AHEAD_MS);
  for (const { id } of await listFollowsAfter(tx, after)) await moveFollow(tx, id, idAt(now));
  await endPastFollows(tx, after, idAt(now));
}

/** Draws back the times of what waits, and of follows, that a clock has set which was ahead. */
export async function drawBackTimes(services: Services): Promise<void> {
  const now = services.now();
  await transact(services, { invalidates: [] }, async (tx) => {
    await drawBackEmails(tx, now + AHEAD_MS, now);
    await drawBackExports(tx, now + AHEAD_MS, now);
    await drawBackFollows(tx, now);
  });
}
