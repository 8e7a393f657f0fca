import { expect, test } from 'vitest';

import { createAdminNotification } from '#lib/server/notifications/staff-messages.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import { openSite } from '#tests/support/site/site.ts';

test('an admin notification goes to one member or to everyone', async () => {
  const site = await openSite();
  const [reader, other] = [await site.signedIn(), await site.signedIn()];
  const message = { title: 'Payment received', content: '1,400 pesos', link_data: null };
  await createAdminNotification(site.services, ` ${reader.member.email.toUpperCase()} `, {
    type: 'payment-success',
    ...message,
  });
  await createAdminNotification(site.services, null, { type: 'forum-response', ...message });
  expect((await getAllNotifications(reader)).map(({ type }) => type)).toEqual([
    'forum-response',
    'payment-success',
  ]);
  expect((await getAllNotifications(other)).map(({ type }) => type)).toEqual(['forum-response']);
  const lost = createAdminNotification(site.services, 'nobody@glean.example', {
    type: 'violation',
    ...message,
  });
  await expect(lost).rejects.toMatchObject({ code: 'unknown_member' });
});
