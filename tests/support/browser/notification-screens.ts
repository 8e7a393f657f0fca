import type { Locator, Page } from '@playwright/test';

import type { Db, MemberNotificationTable } from '#lib/server/platform/db/schema.ts';
import { insertNotification as insertFor } from '#tests/support/nouns/notification-requests.ts';

export const bellOf = (page: Page): Locator => page.getByRole('button', { name: /^Notifications/ });

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
  given: Partial<MemberNotificationTable> = {},
): Promise<string> {
  const words = { title: 'Jun commented', content: 'We can fetch it on Saturday.' };
  const kind = given.comment_id ? 'comment' : 'staff';
  const row = { kind, audience_member_id, ...words, ...given } as const;
  return (await insertFor({ services: { db } }, row)).id;
}
