import { largestImageUrl } from '#lib/contract/images.ts';
import { MAX_UNREAD } from '#lib/contract/notification-kinds.ts';
import type { Notification, NotificationPage } from '#lib/contract/notifications.ts';
import type { ListQuery } from '#lib/contract/pagination.ts';
import { type Ctx, requireViewer, type Services } from '#lib/server/platform/context.ts';
import { toPage, withLookahead } from '#lib/server/platform/pagination.ts';

import { deleteReplaced } from './group-queries.ts';
import * as lists from './list-queries.ts';
import { countUnread, findReadWatermark } from './unread-queries.ts';
import { getReaderVersions, getSiteVersions } from './version-queries.ts';

/** The member who caused a notification; null when no member did. */
const toActor = ({ first_name, last_name, avatar_key }: lists.NotificationRow) =>
  first_name === null
    ? null
    : {
        name: `${first_name} ${last_name ?? ''}`,
        profile_picture: avatar_key && largestImageUrl(avatar_key),
      };

/** @returns a notification as members get it */
export const toNotification = (row: lists.NotificationRow, is_read: boolean): Notification => ({
  id: row.id,
  type: row.type,
  link_data: row.link_data,
  comment_id: row.comment_id,
  title: row.title,
  content: row.content,
  date: new Date(row.created_at).toISOString(),
  is_read,
  kind: row.kind,
  actor: toActor(row),
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
  const unread_count = isAll
    ? items.filter(({ read_at }) => read_at === null).length
    : await countUnread(ctx.db, id, await findReadWatermark(ctx.db, id), MAX_UNREAD);
  return {
    notifications: items.map((row) => toNotification(row, row.read_at !== null)),
    nextCursor,
    has_unread: unread_count > 0,
    unread_count,
  };
}

// A page that was open lists a replaced notification until it polls.
const REPLACED_MS = 86_400_000;

/** Deletes the notifications that later ones of the same thing replaced. */
export async function deleteReplacedNotifications({ db, now }: Services): Promise<void> {
  await deleteReplaced(db, now() - REPLACED_MS);
}
