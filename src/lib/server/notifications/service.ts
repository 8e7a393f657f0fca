import type { Notification, NotificationPage } from '#lib/contract/notifications.ts';
import type { ListQuery } from '#lib/contract/pagination.ts';
import { type Ctx, requireViewer } from '#lib/server/context.ts';
import { lockRows } from '#lib/server/db/lock-rows.ts';
import type { Executor } from '#lib/server/db/schema.ts';
import { transact } from '#lib/server/db/transact.ts';
import { notFound } from '#lib/server/errors.ts';
import { idAt } from '#lib/server/new-id.ts';
import { toPage, withLookahead } from '#lib/server/pagination.ts';

import * as lists from './list-queries.ts';
import { findNotification, insertRead } from './queries.ts';
import * as unread from './unread-queries.ts';
import { getVersions } from './version-queries.ts';

const toNotification = (row: lists.NotificationRow, is_read: boolean): Notification => ({
  id: row.id,
  type: row.type,
  link_data: row.link_data,
  title: row.title,
  content: row.content,
  date: new Date(row.created_at).toISOString(),
  is_read,
});

/** @returns a text that differs after every change of the member's notifications, read with one query */
export async function getNotificationsVersion(ctx: Ctx): Promise<string> {
  const { id } = requireViewer(ctx);
  return [id, ...(await getVersions(ctx.db, id))].join(' ');
}

/** What one is told, newest first (spec 3). @throws AppError unauthenticated */
export async function listNotifications(ctx: Ctx, list: ListQuery): Promise<NotificationPage> {
  const { id } = requireViewer(ctx);
  const lookahead = withLookahead(list);
  const authors = await lists.listRecentAuthors(ctx.db, id, lookahead);
  const rows = await lists.listNotifications(ctx.db, id, authors, lookahead);
  const { shown, nextCursor } = toPage(rows, list.limit, (row) => row.id);
  // Most have few: then there is nothing but what is shown.
  const isAll = list.cursor === null && nextCursor === null;
  const isRead = shown.every(({ read_at }) => read_at !== null);
  return {
    notifications: shown.map((row) => toNotification(row, row.read_at !== null)),
    nextCursor,
    has_unread: !isRead || (!isAll && (await hasUnread(ctx.db, id))),
  };
}

// What another server made before this may still be committed: who has read everything has read what is older.
const COMMIT_SLACK_MS = 60_000;

const isUnread = async (db: Executor, readerId: string, id: string) =>
  (await findNotification(db, readerId, id))?.read_at === null;

/** Whether a member has something unread, however old: first what was the oldest when they last read something. */
async function hasUnread(db: Executor, readerId: string): Promise<boolean> {
  const from = (await unread.findReadWatermark(db, readerId)) ?? readerId;
  if (await isUnread(db, readerId, from)) return true;
  return (await unread.findOldestUnread(db, readerId, from)) !== null;
}

/** Moves on to where a member's unread notifications begin, so that what they have read is not passed each time. */
async function advanceReadWatermark(db: Executor, readerId: string, now: number): Promise<void> {
  const from = (await unread.findReadWatermark(db, readerId)) ?? readerId;
  if (await isUnread(db, readerId, from)) return;
  const oldest = await unread.findOldestUnread(db, readerId, from);
  const latest = idAt(now - COMMIT_SLACK_MS);
  const watermark = oldest !== null && oldest < latest ? oldest : latest;
  if (watermark > from) await unread.setReadWatermark(db, readerId, watermark);
}

/**
 * Marks a notification read; again changes nothing.
 * @throws AppError not_found for what is not for this member
 */
export async function markNotificationRead(
  ctx: Ctx,
  notificationId: string,
): Promise<Notification> {
  const { id } = requireViewer(ctx);
  const row = await findNotification(ctx.db, id, notificationId);
  if (!row) throw notFound('notification');
  if (row.read_at === null)
    await transact(ctx, { invalidates: [] }, async (tx) => {
      // Who is enabled meanwhile brings back what they told: then it is seen here, or they have the last word.
      await lockRows(tx, ctx.dialect, 'members', [id]);
      await insertRead(tx, id, notificationId, ctx.now());
      await advanceReadWatermark(tx, id, ctx.now());
    });
  return toNotification(row, true);
}
