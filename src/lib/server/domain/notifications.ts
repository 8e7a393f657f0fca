import type { ListQuery } from '#lib/contract/lists.ts';
import type { Notification, NotificationPage } from '#lib/contract/notifications.ts';
import * as lists from '#lib/server/queries/notification-lists.ts';
import { findNotification, insertRead } from '#lib/server/queries/notifications.ts';

import { type Ctx, requireViewer } from './context.ts';
import { cutPage, oneMore } from './paging.ts';
import { notFound } from './refusals.ts';

type Row = Omit<lists.NotificationRow, 'read_at'>;

const toNotification = (row: Row, is_read: boolean): Notification => ({
  id: row.id,
  type: row.type,
  link_data: row.link_data,
  title: row.title,
  content: row.content,
  date: new Date(row.created_at).toISOString(),
  is_read,
});

/** What one is told, newest first (spec 3). @throws Refusal not_signed_in */
export async function listNotifications(ctx: Ctx, list: ListQuery): Promise<NotificationPage> {
  const { id } = requireViewer(ctx);
  const more = oneMore(list);
  const sources = await lists.listSources(ctx.db, id, more);
  const rows = await lists.listNotifications(ctx.db, id, sources, more);
  const { shown, nextCursor } = cutPage(rows, list.limit, (row) => row.id);
  // Most have few: then there is nothing but what is shown.
  const isAll = list.cursor === null && nextCursor === null;
  const isSeen = shown.every(({ read_at }) => read_at !== null);
  return {
    notifications: shown.map((row) => toNotification(row, row.read_at !== null)),
    nextCursor,
    has_unread: !isSeen || (!isAll && (await lists.hasUnread(ctx.db, id))),
  };
}

/**
 * Marks a notification read; again changes nothing.
 * @throws Refusal not_found for what is not for this member
 */
export async function readNotification(ctx: Ctx, notificationId: string): Promise<Notification> {
  const { id } = requireViewer(ctx);
  const row = await findNotification(ctx.db, id, notificationId);
  if (!row) throw notFound('notification');
  await insertRead(ctx.db, id, notificationId, ctx.now());
  return toNotification(row, true);
}
