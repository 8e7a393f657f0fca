import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { deleteReplacedNotifications } from '#lib/server/notifications/inbox/retention.ts';
import {
  bearer,
  getAllNotifications,
  getNotifications,
  NOTIFICATIONS,
} from '#tests/support/nouns/notification-requests.ts';
import { type MemberBrowser, openSite } from '#tests/support/site/site.ts';

const POSTS = '/api/web/forum/posts';
const MINUTE = 60_000;
const DAY = 86_400_000;

/** A site with a post by Maria, and three other members. */
async function openConversation() {
  const site = await openSite();
  const join = async (first_name: string) =>
    site.signedIn(await site.member({ first_name, last_name: 'Cruz' }));
  const maria = await join('Maria');
  const [ana, ben, cora] = [await join('Ana'), await join('Ben'), await join('Cora')];
  const { id } = await addPost(site.services.db, { author_id: maria.member.id });
  const say = async (browser: MemberBrowser, comment: string): Promise<string> =>
    (await browser.post(`${POSTS}/${id}/comments`, { comment })).body['data'].comment_id;
  const mute = (browser: MemberBrowser, method: 'PUT' | 'DELETE') =>
    browser.change(method, `${POSTS}/${id}/mute`);
  return { site, maria, ana, ben, cora, id, say, mute };
}

const titles = async (browser: MemberBrowser) =>
  (await getAllNotifications(browser)).map(({ title }) => title);

const markRead = async (browser: MemberBrowser, { id }: Record<string, unknown>) =>
  browser.change('PATCH', `${NOTIFICATIONS}/${String(id)}/read`, {}, await bearer(browser));

test('members who commented on a post are notified of the next comment, with a link to it', async () => {
  const { maria, ana, id, say } = await openConversation();
  const question = await say(ana, 'Could I have thirty?');
  expect(await getAllNotifications(maria)).toMatchObject([
    { title: 'Ana Cruz commented', link_data: id, comment_id: question },
  ]);
  const next = await say(maria, 'Yes, Friday at 7.');
  expect(await getAllNotifications(ana)).toMatchObject([
    {
      type: 'forum',
      title: 'Maria Cruz commented',
      content: 'Yes, Friday at 7.',
      link_data: id,
      comment_id: next,
    },
  ]);
  expect(await titles(maria)).toEqual(['Ana Cruz commented']);
});

test('comments on a post share one notification, about the latest', async () => {
  const { maria, ana, ben, cora, say } = await openConversation();
  await say(ana, 'Mine?');
  await say(ben, 'Or mine?');
  expect(await titles(ana)).toEqual(['Ben Cruz commented']);
  await say(cora, 'Also here.');
  await say(ben, 'I asked first.');
  const last = await say(maria, 'Ana was first.');
  expect(await getAllNotifications(ana)).toMatchObject([
    { title: 'Maria Cruz and 2 others commented', comment_id: last, is_read: false },
  ]);
  expect(await titles(ben)).toEqual(['Maria Cruz and 1 other commented']);
  expect(await titles(maria)).toEqual(['Ben Cruz and 2 others commented']);
});

test('a comment after a notification was read replaces it with one that is unread', async () => {
  const { ana, ben, cora, say } = await openConversation();
  await say(ana, 'Mine?');
  await say(ben, 'Or mine?');
  const [first = {}] = await getAllNotifications(ana);
  expect((await markRead(ana, first)).status).toBe(200);
  expect((await getNotifications(ana)).body['data'].has_unread).toBe(false);
  await say(cora, 'Also here.');
  expect(await getAllNotifications(ana)).toMatchObject([
    { title: 'Cora Cruz and 1 other commented', is_read: false },
  ]);
  expect((await getNotifications(ana)).body['data'].has_unread).toBe(true);
});

test('a replaced notification can still be marked read until it is deleted', async () => {
  const { site, ana, ben, cora, say } = await openConversation();
  await say(ana, 'Mine?');
  await say(ben, 'Or mine?');
  const [shown = {}] = await getAllNotifications(ana);
  await say(cora, 'Also here.');
  expect((await markRead(ana, shown)).body['data']).toMatchObject({
    id: shown['id'],
    is_read: true,
  });
  expect((await getNotifications(ana)).body['data'].has_unread).toBe(true);
  site.advanceClock(DAY - MINUTE);
  await deleteReplacedNotifications(site.services);
  expect((await markRead(ana, shown)).status).toBe(200);
  site.advanceClock(2 * MINUTE);
  await deleteReplacedNotifications(site.services);
  expect((await markRead(ana, shown)).status).toBe(404);
  expect(await titles(ana)).toEqual(['Cora Cruz and 1 other commented']);
});

test('a member who muted a post gets no notification about it until unmuting', async () => {
  const { maria, ana, ben, id, say, mute } = await openConversation();
  await say(ana, 'Mine?');
  for (const browser of [maria, ana])
    expect((await mute(browser, 'PUT')).body).toEqual({ data: { is_muted: true } });
  expect((await mute(ana, 'PUT')).status).toBe(200);
  await say(ben, 'Or mine?');
  await ben.post(`${POSTS}/${id}/likes`);
  expect(await titles(ana)).toEqual([]);
  expect(await titles(maria)).toEqual(['Ana Cruz commented']);
  expect((await ana.get(`${POSTS}/${id}`)).body['data'].is_muted).toBe(true);
  expect((await ben.get(`${POSTS}/${id}`)).body['data'].is_muted).toBe(false);
  expect((await mute(ana, 'DELETE')).body).toEqual({ data: { is_muted: false } });
  await say(ben, 'Still here.');
  expect(await titles(ana)).toEqual(['Ben Cruz commented']);
});

test('a disabled member is not notified, and their comments notify no one', async () => {
  const { site, maria, ana, ben, say } = await openConversation();
  await say(ana, 'Mine?');
  await site.services.db
    .updateTable('members')
    .set({ disabled_at: 1 })
    .where('id', '=', ana.member.id)
    .execute();
  await say(ben, 'Or mine?');
  expect(await titles(maria)).toEqual(['Ben Cruz and 1 other commented']);
  const rows = await site.services.db
    .selectFrom('member_notifications')
    .where('member_id', '=', ana.member.id)
    .select('id')
    .execute();
  expect(rows).toEqual([]);
});

test('concurrent comments leave one unread notification for each recipient', async () => {
  const { maria, ana, ben, cora, say } = await openConversation();
  for (const each of [ana, ben, cora]) await say(each, 'Mine?');
  const senders = [ana, ben, cora].flatMap((each) => [each, each, each]);
  await Promise.all(senders.map((each, nth) => say(each, `Offer ${nth}.`)));
  const [only, ...more] = await titles(maria);
  expect(only).toMatch(/^\w+ Cruz and 2 others commented$/);
  expect(more).toEqual([]);
  expect(await titles(ben)).toHaveLength(1);
});

test('muting an unknown post gets 404', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const path = `${POSTS}/0198c6e0-0000-7000-8000-000000000000/mute`;
  expect(await browser.change('PUT', path)).toMatchObject({
    status: 404,
    body: { code: 'post_not_found' },
  });
});
