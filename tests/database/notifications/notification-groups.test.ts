// Likes of a post share one notification, however many there are.
import { expect, test } from 'vitest';

import { disableMember } from '#lib/server/people/managed-members/manage-members.ts';
import { BLOCKS } from '#tests/support/nouns/blocks.ts';
import { join, like, publish } from '#tests/support/nouns/notification-groups.ts';
import {
  bearer,
  getAllNotifications,
  getNotifications,
  NOTIFICATIONS,
  titlesOf,
} from '#tests/support/nouns/notification-requests.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { type MemberBrowser, openSite } from '#tests/support/site/site.ts';

const markRead = async (browser: MemberBrowser, { id }: Record<string, unknown>) =>
  browser.change('PATCH', `${NOTIFICATIONS}/${String(id)}/read`, {}, await bearer(browser));

test('likes of a post are one notification about the latest, read or not, with its avatar', async () => {
  const site = await openSite();
  const [owner, ana, ben, cora] = [
    await join(site, 'Maria'),
    await join(site, 'Ana'),
    await join(site, 'Ben'),
    await join(site, 'Cora'),
  ];
  const [id, other] = [await publish(owner), await publish(owner, 'Hull')];
  await like(owner, id);
  await like(ana, id);
  await like(ana, other);
  const [, first = {}] = await getAllNotifications(owner);
  expect(first).toMatchObject({ title: 'Ana Cruz liked your post', kind: 'like' });
  await markRead(owner, first);
  await like(ben, id);
  await like(cora, id);
  expect(await getAllNotifications(owner)).toMatchObject([
    {
      title: 'Cora Cruz and 2 others liked your post',
      content: 'Straw',
      link_data: id,
      actor: { name: 'Cora Cruz', profile_picture: null },
      is_read: false,
    },
    { title: 'Ana Cruz liked your post', content: 'Hull' },
  ]);
  expect((await getNotifications(owner)).body['data'].unread_count).toBe(2);
  // A page opened before has the replaced row.
  expect((await markRead(owner, first)).status).toBe(200);
});

test('the next page repeats no notification when one of the first page is replaced', async () => {
  const site = await openSite();
  const [owner, ana, ben] = [
    await join(site, 'Maria'),
    await join(site, 'Ana'),
    await join(site, 'Ben'),
  ];
  const ids = [];
  for (let nth = 0; nth < 6; nth += 1) ids.push(await publish(owner, `Post ${nth}`));
  for (const id of ids) await like(ana, id);
  const contents = async (query: string) => {
    const { notifications, nextCursor } = (await getNotifications(owner, query)).body['data'];
    return {
      texts: notifications.map(({ content }: { content: string }) => content),
      nextCursor,
    };
  };
  const first = await contents('?limit=4');
  expect(first.texts).toEqual(['Post 5', 'Post 4', 'Post 3', 'Post 2']);
  await like(ben, ids[4] ?? '');
  expect(await contents(`?limit=4&cursor=${first.nextCursor}`)).toEqual({
    texts: ['Post 1', 'Post 0'],
    nextCursor: null,
  });
  expect((await contents('?limit=4')).texts).toEqual(['Post 4', 'Post 5', 'Post 3', 'Post 2']);
});

test('repeated and concurrent likes by one member notify once', async () => {
  const site = await openSite();
  const [owner, fan, eager] = [
    await join(site, 'Maria'),
    await join(site, 'Fan'),
    await join(site, 'Eager'),
  ];
  const id = await publish(owner);
  for (const call of ['likes', 'unlike', 'likes', 'unlike', 'likes'])
    await fan.post(`${POSTS}/${id}/${call}`);
  await Promise.all(Array.from({ length: 8 }, () => like(eager, id)));
  const listed = await getAllNotifications(owner);
  expect(listed).toMatchObject([{ title: 'Eager Cruz and 1 other liked your post' }]);
  await fan.post(`${POSTS}/${id}/unlike`);
  await like(fan, id);
  expect(await getAllNotifications(owner)).toEqual(listed);
});

test('concurrent likes by many members are one notification', async () => {
  const site = await openSite();
  const owner = await join(site, 'Maria');
  const fans = await Promise.all(
    ['Ana', 'Ben', 'Cora', 'Dan', 'Eva'].map((each) => join(site, each)),
  );
  const id = await publish(owner);
  await Promise.all(fans.map((fan) => like(fan, id)));
  const [only = {}, ...more] = await getAllNotifications(owner);
  expect(only['title']).toMatch(/^\w+ Cruz and 4 others liked your post$/);
  expect(more).toEqual([]);
});

test('after a block, another member is named in the notification of likes', async () => {
  const site = await openSite();
  const [owner, ana, ben] = [
    await join(site, 'Maria'),
    await join(site, 'Ana'),
    await join(site, 'Ben'),
  ];
  const id = await publish(owner);
  await like(ana, id);
  await like(ben, id);
  await owner.post(`/api/web/blocks/${ben.member.id}`);
  expect(await getAllNotifications(owner)).toMatchObject([{ title: 'Ana Cruz liked your post' }]);
});

const LIKERS = ['Ana', 'Ben', 'Cora', 'Dan'];

/** A post liked by its author and four members. */
async function openLiked() {
  const site = await openSite();
  const owner = await join(site, 'Maria');
  const id = await publish(owner);
  const fans = await Promise.all(LIKERS.map((each) => join(site, each)));
  await like(owner, id);
  for (const fan of fans) await like(fan, id);
  const [ana, ben, cora, dan] = fans as [
    MemberBrowser,
    MemberBrowser,
    MemberBrowser,
    MemberBrowser,
  ];
  return { site, owner, id, ana, ben, cora, dan };
}

test('blocked and disabled members are not counted in the notification of likes', async () => {
  const { site, owner, id, ana, ben, cora } = await openLiked();
  expect(await titlesOf(owner)).toEqual(['Dan Cruz and 3 others liked your post']);
  await owner.post(`${BLOCKS}/${ana.member.id}`);
  expect(await titlesOf(owner)).toEqual(['Dan Cruz and 2 others liked your post']);
  await ben.post(`${BLOCKS}/${owner.member.id}`);
  expect(await titlesOf(owner)).toEqual(['Dan Cruz and 1 other liked your post']);
  const etag = (await getNotifications(owner)).headers.get('etag') ?? '';
  await disableMember(site.services, cora.member.email);
  expect(await titlesOf(owner)).toEqual(['Dan Cruz liked your post']);
  expect((await getNotifications(owner, '', { 'if-none-match': etag })).status).toBe(200);
  await like(await join(site, 'Eva'), id);
  expect(await titlesOf(owner)).toEqual(['Eva Cruz and 1 other liked your post']);
});

test('when the member named in a notification of likes is disabled, another is named', async () => {
  const { site, owner, ana, ben, cora, dan } = await openLiked();
  await disableMember(site.services, dan.member.email);
  expect(await titlesOf(owner)).toEqual(['Cora Cruz and 2 others liked your post']);
  for (const { member } of [cora, ben]) await disableMember(site.services, member.email);
  expect(await titlesOf(owner)).toEqual(['Ana Cruz liked your post']);
  await disableMember(site.services, ana.member.email);
  expect(await titlesOf(owner)).toEqual([]);
});

test('a block only changes notifications of the two members', async () => {
  const { site, owner, id, ana, dan } = await openLiked();
  const other = await join(site, 'Luz');
  const post = await publish(other);
  for (const fan of [ana, dan]) await like(fan, post);
  await dan.post(`${POSTS}/${id}/unlike`);
  await owner.post(`${BLOCKS}/${dan.member.id}`);
  expect(await titlesOf(owner)).toEqual(['Cora Cruz and 2 others liked your post']);
  expect(await titlesOf(other)).toEqual(['Dan Cruz and 1 other liked your post']);
});
