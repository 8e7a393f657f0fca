// Notifications to everyone are created in batches, which continue after a kill.
import { expect, onTestFinished, test } from 'vitest';

import { addMember, addPost } from '#demo/factories.ts';
import { createAppServer } from '#lib/server/app/app-server.ts';
import { sendBroadcasts } from '#lib/server/notifications/deliver.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { publishGuide } from '#tests/support/nouns/notification-groups.ts';
import {
  getAllNotifications,
  getNotifications,
} from '#tests/support/nouns/notification-requests.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

// The first batch is of 1,000, the others of 100.
const MEMBERS = 350;

const addMembers = ({ services }: Site, count: number) =>
  services.db.transaction().execute(async (tx) => {
    for (let nth = 0; nth < count; nth += 1) await addMember(tx, { password_hash: '' });
  });

async function openSecond({ services }: Site): Promise<Services> {
  const logDestination = { write: () => undefined };
  const second = await createAppServer(services.config, { logDestination });
  onTestFinished(() => second.close());
  return second.services;
}

const publish = () => {
  throw new Error('killed');
};

/** The number of members by their number of notifications. */
async function countNotified({ services: { db } }: Site): Promise<Record<number, number>> {
  const rows = await db
    .selectFrom('members as m')
    .leftJoin('member_notifications as n', 'n.member_id', 'm.id')
    .groupBy('m.id')
    .select((eb) => eb.fn.count<number>('n.id').as('count'))
    .execute();
  const groups = Map.groupBy(rows, ({ count }) => count);
  return Object.fromEntries([...groups].map(([count, all]) => [count, all.length]));
}

test('a guide reaches everyone once, whichever servers are killed in between', async () => {
  const site = await openSite();
  const { services } = site;
  await addMembers(site, MEMBERS - 1);
  const last = await site.signedIn();
  await publishGuide(site, 'Compost');
  expect(await countNotified(site)).toEqual({ 0: MEMBERS - 200, 1: 200 });
  expect(await getAllNotifications(last)).toEqual([]);
  // Its first batch is committed, and nothing else.
  await expect(sendBroadcasts({ ...services, publish })).rejects.toThrow('killed');
  expect(await countNotified(site)).toEqual({ 0: MEMBERS - 250, 1: 250 });
  await Promise.all([services, await openSecond(site)].map(sendBroadcasts));
  expect(await countNotified(site)).toEqual({ 1: MEMBERS });
  expect(await services.db.selectFrom('broadcasts').selectAll().execute()).toEqual([]);
  expect((await getNotifications(last)).body['data']).toMatchObject({
    notifications: [{ title: 'New in EduHub', content: 'Compost' }],
    unread_count: 1,
  });
  const wrong = services.db.selectFrom('inboxes').where('unread_count', '!=', 1);
  expect(await wrong.selectAll().execute()).toEqual([]);
});

test('a post deleted between batches reaches no further followers', async () => {
  const site = await openSite();
  const { services } = site;
  await addMembers(site, 300);
  const { id: actor_id } = await site.member();
  const members = await services.db.selectFrom('members').select('id').execute();
  const rows = members
    .filter(({ id }) => id !== actor_id)
    .map(({ id }) => ({ id, follower_id: id, followed_id: actor_id, created_at: 0 }));
  await services.db.insertInto('follows').values(rows).execute();
  const { id: postId } = await addPost(services.db, { author_id: actor_id });
  const event = { event: 'post_published', postId, authorId: actor_id } as const;
  await services.db.transaction().execute((tx) => services.notify(tx, event));
  expect(await countNotified(site)).toEqual({ 0: 101, 1: 200 });
  await services.db
    .transaction()
    .execute((tx) => services.notify(tx, { event: 'post_deleted', postId }));
  await sendBroadcasts(services);
  expect(await countNotified(site)).toEqual({ 0: 301 });
});
