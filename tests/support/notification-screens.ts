import type { Locator, Page } from '@playwright/test';

import { insertNotification as insertRow } from '#lib/server/notifications/queries.ts';
import type { Db, NotificationTable } from '#lib/server/platform/db/schema.ts';
import { idAt } from '#lib/server/platform/new-id.ts';

/** The bell in the header. */
export const bellOf = (page: Page): Locator => page.getByRole('button', { name: /^Notifications/ });

/** The list that it opens. */
export const notificationList = (page: Page): Locator =>
  page.getByRole('region', { name: 'Notification' });

/**
 * Inserts a notification for a member.
 * @param given columns
 * @returns its id
 */
export async function insertNotification(
  db: Db,
  audience_member_id: string,
  given: Partial<NotificationTable> = {},
): Promise<string> {
  const created_at = given.created_at ?? Date.now();
  const row: NotificationTable = {
    id: idAt(created_at),
    type: 'forum',
    kind: given.comment_id ? 'comment' : 'staff',
    audience: 'member',
    audience_member_id,
    actor_id: null,
    link_data: null,
    title: 'Jun commented',
    content: 'We can fetch it on Saturday.',
    created_at,
    dedupe_key: null,
    comment_id: null,
    first_comment_id: null,
    commenters_count: null,
    replaced_at: null,
    ...given,
  };
  await insertRow(db, row);
  return row.id;
}
