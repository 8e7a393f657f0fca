// What migration 0022 makes of the notifications that are there.
import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { disableMember, enableMember } from '#lib/server/people/managed-members/manage-members.ts';
import { migrate } from '#lib/server/platform/db/migrate.ts';
import { idAt } from '#lib/server/platform/new-id.ts';
import { BLOCKS } from '#tests/support/nouns/blocks.ts';
import { join, like, publish } from '#tests/support/nouns/notification-groups.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import { type MemberBrowser, openSite } from '#tests/support/site/site.ts';
import { undoSince } from '#tests/support/site/undo-migrations.ts';

/** A post with no group yet, and a way to insert notifications as the version before did. */
async function openOldSite() {
  const site = await openSite();
  const { db, dialect } = site.services;
  const owner = await join(site, 'Maria');
  const post = await publish(owner);
  let now = Date.now();
  const insert = (title: string, actor: string | null, key: string | null, type = 'forum') =>
    sql`insert into notifications
      (id, type, audience, audience_member_id, actor_id, link_data, title, content, created_at, dedupe_key)
      values (${idAt((now += 1))}, ${type}, 'member', ${owner.member.id}, ${actor}, ${post}, ${title}, 'x', ${now}, ${key})`.execute(
      db,
    );
  const insertLike = ({ member: { id, first_name } }: MemberBrowser) =>
    insert(`${first_name} Cruz liked your post`, id, `like ${post} ${id}`);
  const upgrade = () => migrate({ db, dialect, pool: null, close: async () => undefined });
  return { site, owner, post, insert, insertLike, upgrade };
}

const titlesOf = async (browser: MemberBrowser) =>
  (await getAllNotifications(browser)).map(
    ({ kind, title }) => `${String(kind)}: ${String(title)}`,
  );

test('likes of a post become one notification, and all get a kind', async () => {
  const { site, owner, post, insert, insertLike, upgrade } = await openOldSite();
  const fans = [await join(site, 'Ana'), await join(site, 'Ben'), await join(site, 'Cora')];
  await undoSince(site.services.db, '0022-notification-kinds');
  for (const each of fans) await insertLike(each);
  await insert('New for your alert', fans[0]?.member.id ?? null, `alert ${post} x`);
  await insert('Removed', null, null, 'violation');
  await upgrade();
  expect(await titlesOf(owner)).toEqual([
    'moderation: Removed',
    'alert: New for your alert',
    'like: Cora Cruz and 2 others liked your post',
  ]);
  const [fan] = fans;
  if (fan) await like(fan, post);
  expect(await titlesOf(owner)).toHaveLength(3);
  await like(await join(site, 'Dan'), post);
  expect(await titlesOf(owner)).toHaveLength(3);
});

test('the group of likes neither names nor counts members who are not seen, whose rows stay', async () => {
  const { site, owner, insertLike, upgrade } = await openOldSite();
  const [ana, ben, cora, dan, eva] = [
    await join(site, 'Ana'),
    await join(site, 'Ben'),
    await join(site, 'Cora'),
    await join(site, 'Dan'),
    await join(site, 'Eva'),
  ];
  await owner.post(`${BLOCKS}/${cora.member.id}`);
  await dan.post(`${BLOCKS}/${owner.member.id}`);
  await disableMember(site.services, eva.member.email);
  await undoSince(site.services.db, '0022-notification-kinds');
  for (const each of [ana, ben, cora, dan, eva]) await insertLike(each);
  await upgrade();
  expect(await titlesOf(owner)).toEqual(['like: Ben Cruz and 1 other liked your post']);
  await enableMember(site.services, eva.member.email);
  expect(await titlesOf(owner)).toEqual([
    'like: Eva Cruz liked your post',
    'like: Ben Cruz and 1 other liked your post',
  ]);
});
