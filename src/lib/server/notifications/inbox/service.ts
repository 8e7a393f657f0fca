import { largestImageUrl } from '#lib/contract/images.ts';
import { MAX_UNREAD } from '#lib/contract/notifications/notification-kinds.ts';
import type { Notification, NotificationPage } from '#lib/contract/notifications/notifications.ts';
import type { ListQuery } from '#lib/contract/pagination.ts';
import { lockViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import { toPage, withLookahead } from '#lib/server/platform/pagination.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';

import * as notifications from './queries.ts';
import { nameOf, wordsOf } from './words.ts';

const toActor = (row: notifications.NotificationRow) =>
  row.first_name === null
    ? null
    : { name: nameOf(row), profile_picture: row.avatar_key && largestImageUrl(row.avatar_key) };

const toNotification = (row: notifications.NotificationRow, is_read: boolean): Notification => ({
  id: row.id,
  type: row.type,
  link_data: row.link_data,
  comment_id: row.comment_id,
  ...wordsOf(row),
  date: new Date(row.created_at).toISOString(),
  is_read,
  kind: row.kind,
  actor: toActor(row),
});

/** @returns a text that changes with every change of the viewer's notifications */
export function versionOf(ctx: Ctx): string {
  const { id, inboxVersion } = requireViewer(ctx);
  return `${id} ${inboxVersion}`;
}

/** Lists the viewer's notifications, newest first. */
export async function listNotifications(ctx: Ctx, list: ListQuery): Promise<NotificationPage> {
  const { id } = requireViewer(ctx);
  const rows = await notifications.listNotifications(ctx.db, id, withLookahead(list));
  const { items, nextCursor } = toPage(rows, list.limit, (row) => row.id);
  const unread = await notifications.countUnread(ctx.db, id);
  return {
    notifications: items.map((row) => toNotification(row, row.read_at !== null)),
    nextCursor,
    has_unread: unread > 0,
    unread_count: Math.min(unread, MAX_UNREAD),
  };
}

/** Marks the viewer's notification read, or all up to one. */
async function storeRead(ctx: Ctx, ids: { id: string } | { until: string }): Promise<void> {
  const { id } = requireViewer(ctx);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx, { allowsSuspended: true });
    await notifications.markRead(tx, id, ids, ctx.now());
    await notifications.refreshInboxes(tx, [id]);
  });
}

/** Marks a notification read; repeating changes nothing. */
export async function markNotificationRead(ctx: Ctx, id: string): Promise<Notification> {
  const row = await notifications.findNotification(ctx.db, requireViewer(ctx).id, id);
  if (!row) throw notFound('notification');
  if (row.read_at === null) await storeRead(ctx, { id });
  return toNotification(row, true);
}

/**
 * Marks a notification and all older ones read, including hidden ones; repeating changes nothing. The notification
 * may have been deleted.
 * @param until the newest notification that the member has seen: newer ones stay unread
 */
export const markAllRead = (ctx: Ctx, until: string): Promise<void> => storeRead(ctx, { until });
