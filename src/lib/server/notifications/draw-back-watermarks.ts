import type { Services } from '#lib/server/platform/context.ts';
import { lockRows } from '#lib/server/platform/db/lock-rows.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { idAt, lowestIdAt } from '#lib/server/platform/new-id.ts';

import { insertReads } from './queries.ts';
import * as unread from './unread-queries.ts';

const BATCH = 100;
// A smaller difference ends by itself.
const AHEAD_MS = 300_000;
// This job runs every minute: what came since the clock was put right is newer.
const SINCE_MS = 120_000;

/** Draws a member's watermarks back. What was written under the clock that was ahead is marked read one by one. */
async function drawBack(services: Services, readerId: string): Promise<void> {
  const now = services.now();
  await transact(services, { invalidates: [] }, async (tx) => {
    await lockRows(tx, 'members', [readerId]);
    const until = await unread.findReadUntil(tx, readerId);
    const from = lowestIdAt(now);
    const read = until > from ? await unread.listUnread(tx, { readerId, from }, until) : [];
    await unread.drawBackWatermarks(tx, readerId, until > from ? idAt(now - SINCE_MS) : until);
    await insertReads(tx, readerId, read, now);
  });
}

/**
 * Draws back the watermarks that are later than now, as the clock was ahead when they were set: what comes now would be
 * read without having been seen. It also holds while the clock is behind: no notification becomes unread by it.
 */
export async function drawBackWatermarks(services: Services): Promise<void> {
  for (;;) {
    const after = lowestIdAt(services.now() + AHEAD_MS);
    const ids = await unread.listWatermarksAfter(services.db, after, BATCH);
    for (const id of ids) await drawBack(services, id);
    if (ids.length < BATCH) return;
  }
}
