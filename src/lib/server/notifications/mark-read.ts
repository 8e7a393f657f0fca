import type { Notification } from '#lib/contract/notifications.ts';
import { lockViewer } from '#lib/server/people/sessions/lock-viewer.ts';
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import { isDatabaseError } from '#lib/server/platform/db/database-error.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import { idAt } from '#lib/server/platform/new-id.ts';

import { findNotification, insertReads } from './queries.ts';
import { toNotification } from './service.ts';
import * as unread from './unread-queries.ts';

// Another server may still commit older ones: the ids before which everything is read stay behind by this.
const COMMIT_SLACK_MS = 60_000;

const isUnread = async (db: Executor, readerId: string, id: string) =>
  (await findNotification(db, readerId, id))?.read_at === null;

/** Advances the id before which everything is read, so that read notifications are not scanned again. */
async function advanceReadWatermark(db: Executor, readerId: string, now: number): Promise<void> {
  const from = await unread.findReadWatermark(db, readerId);
  if (await isUnread(db, readerId, from)) return;
  const oldest = await unread.findOldestUnread(db, readerId, from);
  const latest = idAt(now - COMMIT_SLACK_MS);
  const watermark = oldest !== null && oldest < latest ? oldest : latest;
  if (watermark > from) await unread.setReadWatermark(db, readerId, watermark);
}

async function storeRead(ctx: Ctx, readerId: string, notificationId: string): Promise<void> {
  try {
    await transact(ctx, { invalidates: [] }, async (tx) => {
      // Enabling a member resets the watermark: this lock orders the two.
      await lockViewer(ctx, tx, { allowsSuspended: true });
      await insertReads(tx, readerId, [notificationId], ctx.now());
      await advanceReadWatermark(tx, readerId, ctx.now());
    });
  } catch (error) {
    // Its post was deleted, and the notification with it.
    throw isDatabaseError(error, 'foreign_key') ? notFound('notification') : error;
  }
}

/**
 * Marks a notification read; repeating changes nothing.
 * @throws AppError notification_not_found
 */
export async function markNotificationRead(
  ctx: Ctx,
  notificationId: string,
): Promise<Notification> {
  const { id } = requireViewer(ctx);
  const row = await findNotification(ctx.db, id, notificationId);
  if (!row) throw notFound('notification');
  if (row.read_at === null) await storeRead(ctx, id, notificationId);
  return toNotification(row, true);
}

/**
 * Marks a notification read with all before it; repeating changes nothing. It need not be there any more.
 * @param seen the newest notification that the member saw: what came since stays unread
 */
export async function markAllRead(ctx: Ctx, seen: string): Promise<void> {
  const { id } = requireViewer(ctx);
  const now = idAt(ctx.now());
  const until = seen < now ? seen : now;
  const latest = idAt(ctx.now() - COMMIT_SLACK_MS);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx, { allowsSuspended: true });
    await unread.setReadUntil(tx, id, until < latest ? until : latest);
    const from = await unread.findReadWatermark(tx, id);
    const recent = await unread.listUnread(tx, { readerId: id, from }, until);
    await insertReads(tx, id, recent, ctx.now());
  });
}
