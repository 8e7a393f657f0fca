import { expect, test } from 'vitest';

import { addFollow, addMember, addPost, addResource } from '#demo/factories.ts';
import { disableMember, enableMember } from '#lib/server/people/managed-members/manage-members.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import {
  getAllNotifications,
  bearer,
  getNotifications,
  NOTIFICATIONS,
} from '#tests/support/nouns/notification-requests.ts';
import { postForm } from '#tests/support/nouns/posts.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

const FORUM = '/api/web/forum';
const MINUTE = 60_000;

const publish = async (browser: Browser, title?: string): Promise<string> =>
  (await browser.post(`${FORUM}/posts`, postForm([], title ? { title } : {}))).body['data'].post_id;

test('likes and comments by others notify the owner, the owner’s own do not', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const fan = await site.signedIn(await site.member({ first_name: 'Jun', last_name: 'Reyes' }));
  const id = await publish(owner, 'Forty bundles');
  for (const browser of [owner, fan]) {
    await browser.post(`${FORUM}/posts/${id}/likes`);
    await browser.post(`${FORUM}/posts/${id}/comments`, {
      comment: `I can fetch them. ${'x'.repeat(300)}`,
    });
  }
  const listed = await getAllNotifications(owner);
  expect(listed).toMatchObject([
    { type: 'forum', link_data: id, title: 'Jun Reyes commented', is_read: false },
    { type: 'forum', link_data: id, title: 'Jun Reyes liked your post', content: 'Forty bundles' },
  ]);
  expect(listed[0]?.['content']).toMatch(/^I can fetch them\. x+…$/);
  expect(String(listed[0]?.['content']).length).toBe(160);
  expect(Object.keys(listed[0] ?? {})).toEqual([
    'id',
    'type',
    'link_data',
    'comment_id',
    'title',
    'content',
    'date',
    'is_read',
    'kind',
    'actor',
  ]);
  expect(await getAllNotifications(fan)).toEqual([]);
});

test('a comment repeated with one idempotency key notifies once', async () => {
  const site = await openSite();
  const [owner, fan] = [await site.signedIn(), await site.signedIn()];
  const id = await publish(owner);
  const key = { 'idempotency-key': newId() };
  const send = () => fan.post(`${FORUM}/posts/${id}/comments`, { comment: 'Mine?' }, key);
  await Promise.all([send(), send()]);
  await send();
  expect(await getAllNotifications(owner)).toHaveLength(1);
});

test('followers are notified of posts made after they followed', async () => {
  const site = await openSite();
  const [author, follower] = [await site.signedIn(), await site.signedIn()];
  await publish(author, 'Before');
  expect(await getAllNotifications(follower)).toEqual([]);
  await follower.post(`${FORUM}/follow/account/${author.member.id}`);
  const id = await publish(author, 'After');
  await publish(author, 'Later');
  expect(await getAllNotifications(follower)).toMatchObject([
    { type: 'forum-new-post', content: 'Later', title: 'Maria Santos posted' },
    { type: 'forum-new-post', content: 'After', link_data: id, is_read: false },
  ]);
  expect(await getAllNotifications(author)).toEqual([]);
});

test('disabling a member hides their notifications, and enabling restores them', async () => {
  const site = await openSite();
  const [owner, other, gone] = [
    await site.signedIn(),
    await site.signedIn(await site.member({ first_name: 'Ana', last_name: 'Cruz' })),
    await site.signedIn(),
  ] as const;
  await owner.post(`${FORUM}/follow/account/${gone.member.id}`);
  const id = await publish(owner);
  await other.post(`${FORUM}/posts/${id}/likes`);
  await gone.post(`${FORUM}/posts/${id}/likes`);
  await gone.post(`${FORUM}/posts/${id}/comments`, { comment: 'Rude' });
  await publish(gone, 'Ruder');
  const all = await getAllNotifications(owner);
  expect(all).toHaveLength(3);
  expect(all.at(-1)?.['title']).toBe('Maria Santos and 1 other liked your post');
  const read = async ({ id: listed }: Record<string, unknown>) => {
    const path = `${NOTIFICATIONS}/${String(listed)}/read`;
    return (await owner.change('PATCH', path, {}, await bearer(owner))).status;
  };

  // A page of read notifications has the badge for all of them.
  const badge = async () =>
    (await getNotifications(owner, `?limit=1&cursor=${String(all.at(-2)?.['id'])}`)).body['data']
      .has_unread;

  await disableMember(site.services, gone.member.id);
  // Older than the slack for late commits.
  site.advanceClock(10 * MINUTE);
  const [left, ...more] = await getAllNotifications(owner);
  const ofOther = { title: 'Ana Cruz liked your post', actor: { name: 'Ana Cruz' } };
  expect(left).toMatchObject({ ...all.at(-1), ...ofOther });
  expect(more).toEqual([]);
  const statuses = await Promise.all(all.map(read));
  expect(statuses).toEqual([404, 404, 200]);
  expect(await badge()).toBe(false);

  await enableMember(site.services, gone.member.id);
  expect(await getAllNotifications(owner)).toMatchObject([
    ...all.slice(0, 2).map(({ title }) => ({ title })),
    ofOther,
  ]);
  expect(await badge()).toBe(true);
});

test('deleting a post deletes its notifications', async () => {
  const site = await openSite();
  const [author, fan] = [await site.signedIn(), await site.signedIn()];
  await fan.post(`${FORUM}/follow/account/${author.member.id}`);
  const id = await publish(author);
  await fan.post(`${FORUM}/posts/${id}/likes`);
  await author.change('DELETE', `${FORUM}/posts/${id}`);
  expect([await getAllNotifications(author), await getAllNotifications(fan)]).toEqual([[], []]);
});

test('a published resource notifies everyone once, and not those who join later', async () => {
  const site = await openSite();
  const readers = [await site.signedIn(), await site.signedIn()];
  const { db } = site.services;
  const resource = await addResource(db, { title: 'Compost in eight weeks' });
  const { id: guideId, title } = resource;
  for (let nth = 0; nth < 2; nth += 1)
    await transact(site.services, { invalidates: [] }, (tx) =>
      site.services.notify(tx, { event: 'guide_published', guideId, title }),
    );
  expect(await db.selectFrom('broadcasts').select('id').execute()).toEqual([]);
  for (const reader of readers)
    expect(await getAllNotifications(reader)).toMatchObject([
      { type: 'eduhub-published', link_data: resource.id, content: 'Compost in eight weeks' },
    ]);
  const late = await site.signedIn(await site.member({ joined_at: Date.now() + 1000 }));
  expect(await getAllNotifications(late)).toEqual([]);
});

test('each follower of an author gets a notification of a post, and no other member', async () => {
  const site = await openSite();
  const author = await site.signedIn();
  const { db } = site.services;
  for (let nth = 0; nth < 50; nth += 1) {
    const follower = await addMember(db, { password_hash: '' });
    await addFollow(db, follower.id, author.member.id);
  }
  await addMember(db, { password_hash: '' });
  await publish(author);
  const rows = await db.selectFrom('member_notifications').select(['id', 'member_id']).execute();
  expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
  const follows = await db.selectFrom('follows').select('follower_id').execute();
  expect(rows.map(({ member_id }) => member_id).toSorted()).toEqual(
    follows.map(({ follower_id }) => follower_id).toSorted(),
  );
});

test('a rolled back transaction notifies no member', async () => {
  const site = await openSite();
  const author = await site.member();
  const { db } = site.services;
  const undone = transact(site.services, { invalidates: [] }, async (tx) => {
    await addPost(tx, { author_id: author.id });
    await site.services.notify(tx, { event: 'guide_published', guideId: newId(), title: 'x' });
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  expect(await db.selectFrom('member_notifications').select('id').execute()).toEqual([]);
  expect(await db.selectFrom('inboxes').select('version').execute()).toEqual([]);
});
