// Marking all notifications read, and the unread count.
import { expect, test } from 'vitest';

import { addFollow } from '#demo/factories.ts';
import { disableMember, enableMember } from '#lib/server/people/managed-members/manage-members.ts';
import { idAt, newId } from '#lib/server/platform/new-id.ts';
import { join, publish, readAll } from '#tests/support/nouns/notification-groups.ts';
import {
  getAllNotifications,
  getNotifications,
  insertNotification,
} from '#tests/support/nouns/notification-requests.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { openSite } from '#tests/support/site/site.ts';

const PAGE = '/notifications';
const MINUTE = 60_000;

const count = async (browser: Browser) => {
  const { has_unread, unread_count } = (await getNotifications(browser)).body['data'];
  expect(has_unread).toBe(unread_count > 0);
  return unread_count;
};

/** A reader with notifications of each audience, and an author whom they follow. */
async function openInbox() {
  const site = await openSite();
  const [reader, other] = [await join(site, 'Maria'), await join(site, 'Luz')];
  const author = await join(site, 'Ana');
  for (const { member } of [reader, other])
    await addFollow(site.services.db, member.id, author.member.id, member.joined_at);
  const audience_member_id = reader.member.id;
  for (let nth = 0; nth < 3; nth += 1) {
    await insertNotification(site, { audience_member_id });
    await insertNotification(site, {});
    await publish(author, `Post ${nth}`);
  }
  return { site, reader, other, author, audience_member_id };
}

test('the unread count includes every audience, and stops at 10', async () => {
  const { site, reader, other, audience_member_id } = await openInbox();
  expect(await count(reader)).toBe(9);
  expect(await count(other)).toBe(6);
  for (let nth = 0; nth < 3; nth += 1) await insertNotification(site, { audience_member_id });
  expect(await count(reader)).toBe(10);
});

test('marking all read affects only this member, and not later notifications', async () => {
  const { site, reader, other, author, audience_member_id } = await openInbox();
  const [newest = {}] = await getAllNotifications(reader);
  await insertNotification(site, { audience_member_id, created_at: Date.now() + 5 });
  const { status, body } = await readAll(reader, newest['id']);
  expect([status, body]).toEqual([200, { data: null }]);
  expect(await count(reader)).toBe(1);
  expect(await count(other)).toBe(6);
  const listed = await getAllNotifications(reader);
  expect(listed.map(({ is_read }) => is_read)).toEqual([false, ...Array(9).fill(true)]);
  await readAll(reader, newest['id']);
  expect(await count(reader)).toBe(1);
  site.advanceClock(60_000);
  await publish(author, 'Later');
  expect(await count(reader)).toBe(2);
});

test('a notification that another server commits late is unread, although newer ones were read', async () => {
  const site = await openSite();
  const joined_at = Date.now() - 60 * MINUTE;
  const reader = await site.signedIn(await site.member({ joined_at }));
  const audience_member_id = reader.member.id;
  const insert = (before: number) =>
    insertNotification(site, { audience_member_id, created_at: Date.now() - before });
  for (let nth = 0; nth < 6; nth += 1) await insert(nth * 20_000);
  await readAll(reader, newId());
  expect(await count(reader)).toBe(0);
  await insert(MINUTE / 2);
  expect(await count(reader)).toBe(1);
  await insert(2 * MINUTE);
  expect(await count(reader)).toBe(2);
});

test('notifications that reappear were marked read with all others', async () => {
  const { site, reader, author } = await openInbox();
  const posts = (await getAllNotifications(reader)).length;
  await disableMember(site.services, author.member.id);
  site.advanceClock(2 * MINUTE);
  const [newest = {}] = await getAllNotifications(reader);
  await readAll(reader, newest['id']);
  await enableMember(site.services, author.member.id);
  expect(await getAllNotifications(reader)).toHaveLength(posts);
  // The last post is newer than everything seen.
  expect(await count(reader)).toBe(1);
});

test('an id in the future marks existing notifications read, but no later ones', async () => {
  const { site, reader, author } = await openInbox();
  const future = `ffffffff${newId().slice(8)}`;
  expect((await readAll(reader, future)).status).toBe(200);
  expect(await count(reader)).toBe(0);
  site.advanceClock(1000);
  await publish(author, 'Later');
  expect(await count(reader)).toBe(1);
  for (const until of [undefined, 'x', 7])
    expect((await readAll(reader, until)).status, String(until)).toBe(400);
});

test('polls get the list again after all were marked read', async () => {
  const { reader } = await openInbox();
  const before = await getNotifications(reader);
  const etag = before.headers.get('etag') ?? '';
  await readAll(reader, before.body['data'].notifications[0].id);
  expect((await getNotifications(reader, '', { 'if-none-match': etag })).status).toBe(200);
});

test('the form of the page marks all read', async () => {
  const { reader } = await openInbox();
  const [newest = {}] = await getAllNotifications(reader);
  const sent = await sendForm(reader, PAGE, { until: String(newest['id']) });
  expect(redirectOf(sent)).toEqual([303, PAGE]);
  expect(await count(reader)).toBe(0);
  expect((await sendForm(reader, PAGE, { until: 'x' })).status).toBe(404);
});

test('a new comment replaces a read notification with one that is unread', async () => {
  const site = await openSite();
  const [owner, ana] = [await join(site, 'Maria'), await join(site, 'Ana')];
  const id = await publish(owner);
  const say = (comment: string) => ana.post(`${POSTS}/${id}/comments`, { comment });
  await say('Mine?');
  const [first = {}] = await getAllNotifications(owner);
  await readAll(owner, first['id']);
  await say('Please?');
  expect(await getAllNotifications(owner)).toMatchObject([
    { title: 'Ana Cruz commented', content: 'Please?', is_read: false },
  ]);
  expect(await count(owner)).toBe(1);
});

test('posts from before a follow are not counted', async () => {
  const site = await openSite();
  const [reader, author] = [await join(site, 'Maria'), await join(site, 'Ana')];
  const earlier = await join(site, 'Luz');
  await addFollow(site.services.db, earlier.member.id, author.member.id, Date.now());
  await publish(author, 'Before');
  expect(await count(earlier)).toBe(1);
  await reader.post(`/api/web/forum/follow/account/${author.member.id}`);
  // More than a page of the list, which counts separately.
  for (let nth = 0; nth < 5; nth += 1)
    await insertNotification(site, { audience_member_id: reader.member.id });
  expect(await count(reader)).toBe(5);
  await publish(author, 'After');
  expect(await count(reader)).toBe(6);
});

test('marking all read again with an older id makes none unread', async () => {
  const site = await openSite();
  const joined_at = Date.now() - 60 * MINUTE;
  const reader = await site.signedIn(await site.member({ joined_at }));
  const created_at = Date.now() - 10 * MINUTE;
  await insertNotification(site, { audience_member_id: reader.member.id, created_at });
  await readAll(reader, newId());
  expect(await count(reader)).toBe(0);
  await readAll(reader, idAt(Date.now() - 30 * MINUTE));
  expect(await count(reader)).toBe(0);
});
