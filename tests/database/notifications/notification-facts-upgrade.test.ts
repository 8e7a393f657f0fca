// What migration 0029 makes of the notifications that are there, and what servers of the version before write beside it.
import { expect, test } from 'vitest';

import { addComment, addFollow, addPost } from '#demo/factories.ts';
import type { NotificationKind } from '#lib/contract/notifications/notification-kinds.ts';
import { takeOverNotifications } from '#lib/server/notifications/old-notifications.ts';
import { migrate } from '#lib/server/platform/db/migrate.ts';
import { idAt, newId } from '#lib/server/platform/new-id.ts';
import { BLOCKS } from '#tests/support/nouns/blocks.ts';
import { like, publish, publishGuide } from '#tests/support/nouns/notification-groups.ts';
import {
  bearer,
  getAllNotifications,
  getNotifications,
  NOTIFICATIONS,
} from '#tests/support/nouns/notification-requests.ts';
import { type MemberBrowser, openSite, type Site } from '#tests/support/site/site.ts';
import { undoSince } from '#tests/support/site/undo-migrations.ts';

const MINUTE = 60_000;

// No two servers share SQLite.
const onPostgres = test.runIf(process.env['DATABASE'] === 'postgres');

const upgrade = ({ services: { db, dialect } }: Site) =>
  migrate({ db, dialect, pool: null, close: async () => undefined });

/** Columns of a notification of the version before; those left out are null. */
interface Old {
  kind: NotificationKind;
  title: string;
  content?: string;
  audience?: 'member' | 'followers' | 'everyone';
  audience_member_id?: string;
  actor_id?: string;
  link_data?: string;
  dedupe_key?: string;
  comment_id?: string;
  commenters_count?: number;
  replaced_at?: number;
}

/** Inserts notifications as the version before did, each a second after the one before. */
function oldNotifications({ services: { db } }: Site, from: number) {
  let created_at = from;
  return async ({ content = 'Straw', ...given }: Old): Promise<string> => {
    created_at += 1000;
    const id = idAt(created_at);
    const audience = given.audience ?? 'member';
    const { comment_id = null } = given;
    const row = { id, created_at, type: 'forum' as const, first_comment_id: comment_id };
    await db
      .insertInto('notifications')
      .values({ ...row, content, ...given, audience })
      .execute();
    return id;
  };
}

const markRead = ({ services: { db } }: Site, member_id: string, notification_id: string) =>
  db
    .insertInto('notification_reads')
    .values({ member_id, notification_id, read_at: Date.now() })
    .execute();

/** @returns the titles of a member's notifications, newest first; those that are read in brackets */
const titlesOf = async (browser: MemberBrowser) =>
  (await getAllNotifications(browser)).map(({ title, is_read }) =>
    is_read ? `(${String(title)})` : String(title),
  );

const unreadOf = async (browser: MemberBrowser) =>
  (await getNotifications(browser)).body['data'].unread_count;

/** A reader who has been a member for an hour, with a post, and two others. */
async function openOldSite() {
  const site = await openSite();
  const joined_at = Date.now() - 60 * MINUTE;
  const joined = async (first_name: string) =>
    site.signedIn(await site.member({ first_name, last_name: 'Cruz', joined_at }));
  const [reader, ana, ben] = [await joined('Maria'), await joined('Ana'), await joined('Ben')];
  const post = await publish(reader);
  await undoSince(site.services.db, '0029-notification-facts');
  const insert = oldNotifications(site, Date.now() - 30 * MINUTE);
  return { site, reader, ana, ben, post, insert, audience_member_id: reader.member.id };
}

test('likes, comments and pickups have facts: a new name is in them, and the next one replaces them', async () => {
  const { site, reader, ana, ben, post, insert, audience_member_id } = await openOldSite();
  const { db } = site.services;
  const to = { audience_member_id, actor_id: ana.member.id, link_data: post };
  await addComment(db, post, ana.member.id, 'Mine?');
  const { id: comment_id } = await db.selectFrom('comments').select('id').executeTakeFirstOrThrow();
  const read = await insert({
    ...to,
    kind: 'like',
    title: 'Ana Cruz and 12 others liked your post',
    dedupe_key: `likes ${post}`,
  });
  const group = {
    comment_id,
    commenters_count: 2,
    dedupe_key: `comments ${post} ${audience_member_id}`,
  };
  const commented = { title: 'Ana Cruz and 1 other commented', content: 'Mine?' };
  await insert({ ...to, kind: 'comment', ...commented, ...group });
  await insert({
    ...to,
    kind: 'pickup',
    title: 'Ana Cruz agreed',
    dedupe_key: `pickup ${newId()} agreed x `,
  });
  await insert({ ...to, kind: 'like', title: 'Anabel Dizon liked your post' });
  await markRead(site, audience_member_id, read);
  await upgrade(site);
  await upgrade(site);
  const [, agreed, ...rest] = await getAllNotifications(reader);
  expect(agreed).toMatchObject({ content: 'Straw', link_data: post, kind: 'pickup' });
  expect(rest).toMatchObject([
    { ...commented, comment_id, actor: { name: 'Ana Cruz' }, is_read: false },
    { id: read, is_read: true },
  ]);
  expect(await unreadOf(reader)).toBe(3);
  const name = { first_name: 'Eva', middle_name: 'Luz', last_name: 'Dizon' };
  await ana.change('PATCH', '/api/web/account/profile', name);
  expect(await titlesOf(reader)).toEqual([
    // The name it had was not that of the member: no fact.
    'Anabel Dizon liked your post',
    'Eva Dizon agreed',
    'Eva Dizon and 1 other commented',
    '(Eva Dizon and 12 others liked your post)',
  ]);
  await like(ben, post);
  await ben.post(`/api/web/forum/posts/${post}/comments`, { comment: 'Or mine?' });
  expect(await titlesOf(reader)).toEqual([
    'Ben Cruz and 2 others commented',
    'Ben Cruz liked your post',
    'Anabel Dizon liked your post',
    'Eva Dizon agreed',
  ]);
});

test('posts and guides become rows of those who saw them, with what they read', async () => {
  const { site, reader, ana, ben, insert } = await openOldSite();
  const { db } = site.services;
  const [author, now] = [ana.member.id, Date.now()];
  const posted = { kind: 'post', title: 'Ana Cruz posted', audience: 'followers' } as const;
  const of = { ...posted, audience_member_id: author };
  const { id: link_data } = await addPost(db, { author_id: author, title: 'Husk' });
  await addFollow(db, reader.member.id, author, now - 40 * MINUTE);
  const ended = { follower_id: ben.member.id, followed_id: author };
  const until_id = idAt(now - 20 * MINUTE);
  await db
    .insertInto('past_follows')
    .values({ id: idAt(now - 40 * MINUTE), until_id, ...ended })
    .execute();
  await addFollow(db, ben.member.id, author, now - MINUTE);
  const first = await insert({ ...of, link_data });
  const guide = { kind: 'guide', title: 'New in EduHub', audience: 'everyone' } as const;
  await insert({ ...guide, content: 'Compost', dedupe_key: 'published x' });
  const late = oldNotifications(site, now - 10 * MINUTE);
  await late({ ...of, title: 'Ana Cruz posted', link_data });
  await markRead(site, reader.member.id, first);
  await db
    .updateTable('members')
    .set({ read_until: idAt(now - 20 * MINUTE) })
    .where('id', '=', ben.member.id)
    .execute();
  await upgrade(site);
  const [newest] = await getAllNotifications(reader);
  expect(newest).toMatchObject({ content: 'Husk', link_data, actor: { name: 'Ana Cruz' } });
  expect(await titlesOf(reader)).toEqual(['Ana Cruz posted', 'New in EduHub', '(Ana Cruz posted)']);
  expect(await titlesOf(ben)).toEqual(['(New in EduHub)', '(Ana Cruz posted)']);
  expect(await titlesOf(ana)).toEqual(['New in EduHub']);
  const young = await site.signedIn(await site.member({ joined_at: now }));
  expect(await titlesOf(young)).toEqual([]);
  expect([await unreadOf(reader), await unreadOf(ben), await unreadOf(ana)]).toEqual([2, 0, 1]);
});

test('what somebody wrote stays as it is, what is hidden is not counted, and what was replaced can be read', async () => {
  const { site, reader, ana, insert, audience_member_id } = await openOldSite();
  const own = { audience_member_id };
  const words = { title: 'Chipper on Friday', content: 'At the hall.' };
  await insert({ ...own, kind: 'staff', ...words, link_data: 'no-id' });
  await insert({
    ...own,
    kind: 'like',
    title: 'Ana Cruz liked your post',
    actor_id: ana.member.id,
  });
  const replaced = await insert({ ...own, kind: 'message', title: 'Old', replaced_at: Date.now() });
  await upgrade(site);
  expect(await getAllNotifications(reader)).toMatchObject([
    { title: 'Ana Cruz liked your post' },
    { ...words, kind: 'staff', actor: null },
  ]);
  await reader.post(`${BLOCKS}/${ana.member.id}`);
  expect([await titlesOf(reader), await unreadOf(reader)]).toEqual([[words.title], 1]);
  const path = `${NOTIFICATIONS}/${replaced}/read`;
  expect((await reader.change('PATCH', path, {}, await bearer(reader))).status).toBe(200);
});

onPostgres(
  'what leads to a post that a server of the version before deleted is deleted, too',
  async () => {
    const { site, reader, ana, post } = await openOldSite();
    const { db } = site.services;
    await upgrade(site);
    const other = await publish(reader);
    for (const id of [post, other]) await like(ana, id);
    await publishGuide(site, 'Compost');
    await db.deleteFrom('resources').execute();
    await db.deleteFrom('posts').where('id', '=', post).execute();
    expect(await unreadOf(reader)).toBe(3);
    await takeOverNotifications(site.services);
    const titles = ['New in EduHub', 'Ana Cruz liked your post'];
    expect([await titlesOf(reader), await unreadOf(reader)]).toEqual([titles, 2]);
  },
);

onPostgres(
  'what servers of the version before write beside a new one is taken over once',
  async () => {
    const { site, reader, ana, post, insert, audience_member_id } = await openOldSite();
    const { db } = site.services;
    const to = {
      audience_member_id,
      actor_id: ana.member.id,
      link_data: post,
      kind: 'like',
    } as const;
    const dedupe_key = `likes ${post}`;
    const first = await insert({ ...to, title: 'Ana Cruz liked your post', dedupe_key });
    const message = await insert({ audience_member_id, kind: 'staff', title: 'Hello' });
    await upgrade(site);
    const etag = (await getNotifications(reader)).headers.get('etag') ?? '';
    await db
      .updateTable('notifications')
      .set({ replaced_at: Date.now(), dedupe_key: null })
      .where('id', '=', first)
      .execute();
    await insert({ ...to, title: 'Ana Cruz and 1 other liked your post', dedupe_key });
    await insert({ kind: 'guide', title: 'New in EduHub', audience: 'everyone' });
    await markRead(site, audience_member_id, message);
    for (let nth = 0; nth < 2; nth += 1) await takeOverNotifications(site.services);
    const titles = ['New in EduHub', 'Ana Cruz and 1 other liked your post', '(Hello)'];
    expect([await titlesOf(reader), await unreadOf(reader)]).toEqual([titles, 2]);
    expect((await getNotifications(reader, '', { 'if-none-match': etag })).status).toBe(200);
    await reader.change('DELETE', `/api/web/forum/posts/${post}`);
    await takeOverNotifications(site.services);
    expect(await titlesOf(reader)).toEqual(['New in EduHub', '(Hello)']);
  },
);
