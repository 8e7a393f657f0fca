import { expect, test } from 'vitest';

import { addFollow, addMember, addPost } from '#demo/factories.ts';
import { NOTIFICATION_TYPES } from '#lib/contract/notifications.ts';
import { transact } from '#lib/server/db/transact.ts';
import { tellOfRemoval, tellOfResource } from '#lib/server/domain/notices.ts';
import { newId } from '#lib/server/ids.ts';
import { openSite } from '#tests/support/api.ts';
import type { Browser } from '#tests/support/http-browser.ts';
import { addNotification, allNews, bearer, news, NOTIFICATIONS } from '#tests/support/notices.ts';

const FORUM = '/api/web/forum';
const JOINED = Date.UTC(2026, 0, 1);

function postForm(title = 'Rice straw'): FormData {
  const data = new FormData();
  data.append('title', title);
  data.append('description', 'Forty dry bundles.');
  return data;
}

const publish = async (browser: Browser, title?: string): Promise<string> =>
  (await browser.post(`${FORUM}/posts`, postForm(title))).body['data'].post_id;

test('notifications need the access token besides the session', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  expect((await browser.get(NOTIFICATIONS)).status).toBe(401);
  expect((await news(browser)).status).toBe(200);
  const other = await site.signedIn();
  expect((await browser.get(NOTIFICATIONS, await bearer(other))).status).toBe(401);
  expect((await site.guest().get(NOTIFICATIONS, await bearer(browser))).status).toBe(401);
});

test('a like and a comment on one’s post are told, one’s own are not', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const fan = await site.signedIn(await site.member({ first_name: 'Jun', last_name: 'Reyes' }));
  const id = await publish(owner, 'Forty bundles');
  for (const browser of [owner, fan]) {
    await browser.post(`${FORUM}/posts/${id}/likes`);
    await browser.post(`${FORUM}/posts/${id}/comments`, { comment: `I can fetch them. ${'x'.repeat(300)}` });
  }
  const told = await allNews(owner);
  expect(told).toMatchObject([
    { type: 'forum', link_data: id, title: 'Jun Reyes commented', is_read: false },
    { type: 'forum', link_data: id, title: 'Jun Reyes liked your post', content: 'Forty bundles' },
  ]);
  expect(told[0]?.['content']).toMatch(/^I can fetch them\. x+…$/);
  expect(String(told[0]?.['content']).length).toBe(160);
  expect(Object.keys(told[0] ?? {})).toEqual(['id', 'type', 'link_data', 'title', 'content', 'date', 'is_read']);
  expect(await allNews(fan)).toEqual([]);
});

test('a like taken back and given again, and one sent many times at once, is told once', async () => {
  const site = await openSite();
  const [owner, fan] = [await site.signedIn(), await site.signedIn()];
  const id = await publish(owner);
  for (const call of ['likes', 'unlike', 'likes', 'unlike', 'likes'])
    await fan.post(`${FORUM}/posts/${id}/${call}`);
  const eager = await site.signedIn();
  await Promise.all(Array.from({ length: 8 }, () => eager.post(`${FORUM}/posts/${id}/likes`)));
  expect(await allNews(owner)).toHaveLength(2);
});

test('a comment sent twice under one key is told once', async () => {
  const site = await openSite();
  const [owner, fan] = [await site.signedIn(), await site.signedIn()];
  const id = await publish(owner);
  const key = { 'idempotency-key': newId() };
  const send = () => fan.post(`${FORUM}/posts/${id}/comments`, { comment: 'Mine?' }, key);
  await Promise.all([send(), send()]);
  await send();
  expect(await allNews(owner)).toHaveLength(1);
});

test('followers are told of posts made after they followed, and by one row', async () => {
  const site = await openSite();
  const [author, follower] = [await site.signedIn(), await site.signedIn()];
  await publish(author, 'Before');
  expect(await allNews(follower)).toEqual([]);
  await follower.post(`${FORUM}/follow/account/${author.member.id}`);
  const id = await publish(author, 'After');
  await publish(author, 'Later');
  expect(await allNews(follower)).toMatchObject([
    { type: 'forum-new-post', content: 'Later', title: 'Maria Santos posted' },
    { type: 'forum-new-post', content: 'After', link_data: id, is_read: false },
  ]);
  expect(await allNews(author)).toEqual([]);
  const rows = await site.services.db.selectFrom('notifications').select('id').execute();
  expect(rows).toHaveLength(3);
  await follower.change('PATCH', `${FORUM}/unfollow/account/${author.member.id}`);
  expect(await allNews(follower)).toEqual([]);
});

test('posts of a followed member who was disabled are not told', async () => {
  const site = await openSite();
  const [author, follower] = [await site.signedIn(), await site.signedIn()];
  await follower.post(`${FORUM}/follow/account/${author.member.id}`);
  await publish(author);
  const { db } = site.services;
  await db.updateTable('members').set({ disabled_at: 1 }).where('id', '=', author.member.id).execute();
  expect(await allNews(follower)).toEqual([]);
});

test('a deleted post is forgotten everywhere', async () => {
  const site = await openSite();
  const [author, fan] = [await site.signedIn(), await site.signedIn()];
  await fan.post(`${FORUM}/follow/account/${author.member.id}`);
  const id = await publish(author);
  await fan.post(`${FORUM}/posts/${id}/likes`);
  await author.change('DELETE', `${FORUM}/posts/${id}`);
  expect([await allNews(author), await allNews(fan)]).toEqual([[], []]);
});

test('a published resource is one row for everyone, told once; who joins later is not told', async () => {
  const site = await openSite();
  const readers = [await site.signedIn(), await site.signedIn()];
  const resource = { id: newId(), title: 'Compost in eight weeks' };
  const { db } = site.services;
  for (let nth = 0; nth < 2; nth += 1)
    await transact(db, (tx) => tellOfResource(site.services, tx, resource));
  expect(await db.selectFrom('notifications').select('id').execute()).toHaveLength(1);
  for (const reader of readers)
    expect(await allNews(reader)).toMatchObject([
      { type: 'eduhub-published', link_data: resource.id, content: 'Compost in eight weeks' },
    ]);
  const late = await site.signedIn(await site.member({ joined_at: Date.now() + 1000 }));
  expect(await allNews(late)).toEqual([]);
});

test('a post removed by staff is told to its owner', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const said = { title: 'Straw', reason: 'It shows a plate number.' };
  await transact(site.services.db, (tx) => tellOfRemoval(site.services, tx, owner.member.id, said));
  expect(await allNews(owner)).toMatchObject([
    { type: 'violation', link_data: null, content: '“Straw” was removed: It shows a plate number.' },
  ]);
});

test('the list is paged by four, newest first, over all audiences without gaps', async () => {
  const site = await openSite();
  const reader = await site.signedIn(await site.member({ joined_at: JOINED }));
  const authors = [await site.member(), await site.member(), await site.member()];
  for (const { id } of authors.slice(0, 2))
    await addFollow(site.services.db, reader.member.id, id, JOINED);
  const expected = [];
  for (let nth = 0; nth < 40; nth += 1) {
    const created_at = JOINED + 1000 + nth;
    const author = authors[nth % 3]?.id ?? null;
    const given = [
      { subject_id: reader.member.id },
      {},
      { subject_id: author, audience: 'followers' as const },
      { subject_id: author, audience: 'member' as const },
    ][nth % 4];
    const row = await addNotification(site, { ...given, created_at });
    const isTold = nth % 4 < 2 || (nth % 4 === 2 && nth % 3 < 2);
    if (isTold) expected.unshift(row.id);
  }
  const { body } = await news(reader);
  expect(body['data'].notifications).toHaveLength(4);
  expect((await allNews(reader)).map(({ id }) => id)).toEqual(expected);
  const ten = await news(reader, '?limit=10');
  expect(ten.body['data'].notifications.map(({ id }: { id: string }) => id)).toEqual(expected.slice(0, 10));
});

test('every type of the sister systems is passed on', async () => {
  const site = await openSite();
  const reader = await site.signedIn();
  for (const type of NOTIFICATION_TYPES)
    await addNotification(site, { type, subject_id: reader.member.id });
  const types = (await allNews(reader)).map(({ type }) => type);
  expect(types.toSorted()).toEqual(NOTIFICATION_TYPES.toSorted());
});

const read = async (browser: Browser, id: string) =>
  browser.change('PATCH', `${NOTIFICATIONS}/${id}/read`, {}, await bearer(browser));

test('what is marked read is read, for this member alone, and the badge goes out with the last', async () => {
  const site = await openSite();
  const [reader, other] = [await site.signedIn(), await site.signedIn()];
  const own = await addNotification(site, { subject_id: reader.member.id });
  const all = await addNotification(site, {});
  const { status, body } = await read(reader, own.id);
  expect(status).toBe(200);
  expect(body['data']).toMatchObject({ id: own.id, is_read: true });
  expect((await read(reader, own.id)).body).toEqual(body);
  expect((await news(reader)).body['data'].has_unread).toBe(true);
  await read(reader, all.id);
  expect((await news(reader)).body['data']).toMatchObject({
    notifications: [{ is_read: true }, { is_read: true }],
    has_unread: false,
  });
  expect((await news(other)).body['data']).toMatchObject({
    notifications: [{ id: all.id, is_read: false }],
    has_unread: true,
  });
});

test('the badge knows what lies beyond the first page', async () => {
  const site = await openSite();
  const reader = await site.signedIn();
  const author = await site.member();
  await addFollow(site.services.db, reader.member.id, author.id, reader.member.joined_at);
  const later = reader.member.joined_at + 1;
  const kinds = [
    { subject_id: reader.member.id },
    {},
    { subject_id: author.id, audience: 'followers' as const },
  ];
  for (const kind of kinds) {
    const hidden = await addNotification(site, { ...kind, created_at: later });
    for (let nth = 0; nth < 4; nth += 1) {
      const shown = await addNotification(site, { subject_id: reader.member.id, created_at: later + 1 });
      await read(reader, shown.id);
    }
    const { notifications, has_unread } = (await news(reader)).body['data'];
    expect(notifications.map(({ is_read }: { is_read: boolean }) => is_read)).toEqual(Array(4).fill(true));
    expect(has_unread).toBe(true);
    await read(reader, hidden.id);
    expect((await news(reader)).body['data'].has_unread).toBe(false);
  }
});

test('nobody marks read, or learns of, what is not for them (ASVS 8.2.2)', async () => {
  const site = await openSite();
  const [reader, stranger] = [await site.signedIn(), await site.signedIn()];
  const own = await addNotification(site, { subject_id: reader.member.id });
  const followers = await addNotification(site, { subject_id: reader.member.id, audience: 'followers' });
  const nobodys = await read(stranger, '0198c0de-0000-7000-8000-000000000000');
  expect(nobodys.status).toBe(404);
  for (const { id } of [own, followers]) expect((await read(stranger, id)).body).toEqual(nobodys.body);
  expect((await read(stranger, 'x')).status).toBe(404);
  const rows = await site.services.db.selectFrom('notification_reads').selectAll().execute();
  expect(rows).toEqual([]);
});

test('an unchanged list is a 304, a changed one is not', async () => {
  const site = await openSite();
  const reader = await site.signedIn();
  const { id } = await addNotification(site, { subject_id: reader.member.id });
  const etag = (await news(reader)).headers.get('etag') ?? '';
  const same = await news(reader, '', { 'if-none-match': etag });
  expect(same).toMatchObject({ status: 304, body: { text: '' } });
  expect(same.headers.get('etag')).toBe(etag);
  expect(same.headers.get('cache-control')).toBe('no-store');
  await read(reader, id);
  const other = await news(reader, '', { 'if-none-match': etag });
  expect(other.status).toBe(200);
  expect(other.body['data'].notifications).toMatchObject([{ id, is_read: true }]);
});

test('a post of somebody with many followers is one row, whoever follows', async () => {
  const site = await openSite();
  const author = await site.signedIn();
  const { db } = site.services;
  for (let nth = 0; nth < 50; nth += 1) {
    const follower = await addMember(db, { password_hash: '' });
    await addFollow(db, follower.id, author.member.id);
  }
  await publish(author);
  expect(await db.selectFrom('notifications').select('id').execute()).toHaveLength(1);
});

test('if the post cannot be kept, nobody is told of it', async () => {
  const site = await openSite();
  const author = await site.member();
  const { db } = site.services;
  const undone = transact(db, async (tx) => {
    await addPost(tx, { author_id: author.id });
    await tellOfResource(site.services, tx, { id: newId(), title: 'x' });
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  expect(await db.selectFrom('notifications').select('id').execute()).toEqual([]);
});
