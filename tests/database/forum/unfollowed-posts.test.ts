import { expect, test } from 'vitest';

import {
  bearer,
  getAllNotifications,
  getNotifications,
  NOTIFICATIONS,
} from '#tests/support/nouns/notification-requests.ts';
import { postForm } from '#tests/support/nouns/posts.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

const FORUM = '/api/web/forum';

const publish = (browser: Browser, title: string) =>
  browser.post(`${FORUM}/posts`, postForm([], { title }));

test('notifications of posts stay after an unfollow, can be read, and none follow', async () => {
  const site = await openSite();
  const [author, follower] = [await site.signedIn(), await site.signedIn()];
  const change = (call: 'POST' | 'PATCH') =>
    follower.change(
      call,
      `${FORUM}/${call === 'POST' ? 'follow' : 'unfollow'}/account/${author.member.id}`,
    );
  await change('POST');
  await publish(author, 'First');
  await publish(author, 'Second');
  await change('PATCH');
  await publish(author, 'Meanwhile');
  const contents = async () => (await getAllNotifications(follower)).map(({ content }) => content);
  expect(await contents()).toEqual(['Second', 'First']);
  const [second] = await getAllNotifications(follower);
  const path = `${NOTIFICATIONS}/${String(second?.['id'])}/read`;
  const read = await follower.change('PATCH', path, {}, await bearer(follower));
  expect(read.body['data']).toMatchObject({ content: 'Second', is_read: true });
  expect((await getNotifications(follower)).body['data'].has_unread).toBe(true);
  await change('POST');
  await publish(author, 'Third');
  expect(await contents()).toEqual(['Third', 'Second', 'First']);
  await change('PATCH');
  const page = await getNotifications(follower, '?limit=2');
  expect(page.body['data'].notifications).toMatchObject([
    { content: 'Third' },
    { content: 'Second', is_read: true },
  ]);
  expect(await contents()).toEqual(['Third', 'Second', 'First']);
});
