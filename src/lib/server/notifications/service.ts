import type { Notification, NotificationPage } from '#lib/contract/notifications.ts';
import type { ListQuery } from '#lib/contract/pagination.ts';
import { type Ctx, requireViewer, type Services } from '#lib/server/context.ts';
import { isDatabaseError } from '#lib/server/db/database-error.ts';
import type { Executor } from '#lib/server/db/schema.ts';
import { transact } from '#lib/server/db/transact.ts';
import { notFound } from '#lib/server/errors.ts';
import { idAt } from '#lib/server/new-id.ts';
import { toPage, withLookahead } from '#lib/server/pagination.ts';
import { lockViewer } from '#lib/server/sessions/lock-viewer.ts';

import * as comments from './comment-queries.ts';
import * as lists from './list-queries.ts';
import { findNotification, insertRead } from './queries.ts';
import * as unread from './unread-queries.ts';
import { getReaderVersions, getSiteVersions } from './version-queries.ts';

const toNotification = (row: lists.NotificationRow, is_read: boolean): Notification => ({
  id: row.id,
  type: row.type,
  link_data: row.link_data,
  comment_id: row.comment_id,
  title: row.title,
  content: row.content,
  date: new Date(row.created_at).toISOString(),
  is_read,
});

/** @returns a text that differs after every change of the member's notifications, and of any author's */
export async function getSiteVersion(ctx: Ctx): Promise<string> {
  const { id } = requireViewer(ctx);
  return [id, ...(await getSiteVersions(ctx.db, id))].join(' ');
}

/** @returns a text that differs after every change of the member's notifications, and of nothing else */
export async function getReaderVersion(ctx: Ctx): Promise<string> {
  const { id } = requireViewer(ctx);
  return [id, ...(await getReaderVersions(ctx.db, id))].join(' ');
}

/** Lists the viewer's notifications, newest first. */
export async function listNotifications(ctx: Ctx, list: ListQuery): Promise<NotificationPage> {
  const { id } = requireViewer(ctx);
  const lookahead = withLookahead(list);
  const authors = await lists.listRecentAuthors(ctx.db, id, lookahead);
  const rows = await lists.listNotifications(ctx.db, id, authors, lookahead);
  const { items, nextCursor } = toPage(rows, list.limit, (row) => row.id);
  // Most members have one page.
  const isAll = list.cursor === null && nextCursor === null;
  const isRead = items.every(({ read_at }) => read_at !== null);
  return {
    notifications: items.map((row) => toNotification(row, row.read_at !== null)),
    nextCursor,
    has_unread: !isRead || (!isAll && (await hasUnread(ctx.db, id))),
  };
}

// Another server may still commit older ones: the watermark stays behind by this.
const COMMIT_SLACK_MS = 60_000;

const isUnread = async (db: Executor, readerId: string, id: string) =>
  (await findNotification(db, readerId, id))?.read_at === null;

/** Whether a member has unread notifications, however old. The watermark is looked at first. */
async function hasUnread(db: Executor, readerId: string): Promise<boolean> {
  const from = (await unread.findReadWatermark(db, readerId)) ?? readerId;
  if (await isUnread(db, readerId, from)) return true;
  return (await unread.findOldestUnread(db, readerId, from)) !== null;
}

/** Advances the id before which everything is read, so that read notifications are not scanned again. */
async function advanceReadWatermark(db: Executor, readerId: string, now: number): Promise<void> {
  const from = (await unread.findReadWatermark(db, readerId)) ?? readerId;
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
      await insertRead(tx, readerId, notificationId, ctx.now());
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

// A page that was open lists a replaced notification until it polls.
const REPLACED_MS = 86_400_000;

/** Deletes the notifications of comments that later ones replaced. */
export async function deleteReplacedNotifications({ db, now }: Services): Promise<void> {
  await comments.deleteReplacedNotifications(db, now() - REPLACED_MS);
}
