import { expect, test } from 'vitest';

import { idAt } from '#lib/server/platform/new-id.ts';
import type { Browser } from '#tests/support/http-browser.ts';
import {
  bearer,
  getAllNotifications,
  getNotifications,
  NOTIFICATIONS,
} from '#tests/support/notification-requests.ts';
import { postForm } from '#tests/support/posts.ts';
import { openSite } from '#tests/support/site.ts';

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

test('only the last 1,000 ended follows are stored', async () => {
  const site = await openSite();
  const { db } = site.services;
  const [author, follower] = [await site.signedIn(), await site.signedIn()];
  const pair = { follower_id: follower.member.id, followed_id: author.member.id };
  const ended = Array.from({ length: 1000 }, (_, nth) => ({
    id: idAt(nth),
    until_id: idAt(2000 + nth),
    ...pair,
  }));
  await db.insertInto('past_follows').values(ended).execute();
  await follower.post(`${FORUM}/follow/account/${author.member.id}`);
  await publish(author, 'First');
  await follower.change('PATCH', `${FORUM}/unfollow/account/${author.member.id}`);
  const stored = await db.selectFrom('past_follows').orderBy('id').select('id').execute();
  expect(stored).toHaveLength(1000);
  expect(stored[0]).toEqual({ id: ended[1]?.id });
  const listed = await getAllNotifications(follower);
  expect(listed.map(({ content }) => content)).toEqual(['First']);
});
