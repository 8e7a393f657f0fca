// Requests for notifications, and rows as other systems insert them.
import type { NotificationTable } from '#lib/server/platform/db/schema.ts';
import { idAt } from '#lib/server/platform/new-id.ts';

import type { ApiResponse, Browser } from './http-browser.ts';
import type { Site } from './site.ts';

export const NOTIFICATIONS = '/api/web/notification';

/** @returns the header of a new access token */
export async function bearer(browser: Browser): Promise<{ authorization: string }> {
  const { body } = await browser.get('/api/token/access');
  return { authorization: `Bearer ${body['token']}` };
}

/**
 * Fetches a page of notifications.
 * @param headers besides the access token
 */
export async function getNotifications(
  browser: Browser,
  query = '',
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  return browser.get(`${NOTIFICATIONS}${query}`, { ...(await bearer(browser)), ...headers });
}

/** @returns the notifications of all pages, newest first */
export async function getAllNotifications(browser: Browser): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = [];
  let cursor: string | null = '0';
  while (cursor) {
    const { body }: ApiResponse = await getNotifications(browser, `?cursor=${cursor}`);
    all.push(...body['data'].notifications);
    cursor = body['data'].nextCursor;
  }
  return all;
}

/**
 * Inserts a notification.
 * @returns the row
 */
export async function insertNotification(
  { services }: Site,
  given: Partial<NotificationTable>,
): Promise<NotificationTable> {
  const created_at = given.created_at ?? Date.now();
  const row: NotificationTable = {
    id: idAt(created_at),
    type: 'forum',
    kind: 'staff',
    audience: given.audience_member_id ? 'member' : 'everyone',
    audience_member_id: null,
    actor_id: null,
    link_data: null,
    title: 'Title',
    content: 'Content',
    created_at,
    dedupe_key: null,
    comment_id: null,
    first_comment_id: null,
    commenters_count: null,
    replaced_at: null,
    ...given,
  };
  await services.db.insertInto('notifications').values(row).execute();
  return row;
}
