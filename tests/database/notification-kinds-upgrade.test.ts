// What migration 0022 makes of the notifications that are there.
import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { migrate } from '#lib/server/db/migrate.ts';
import type { Executor } from '#lib/server/db/schema.ts';
import { idAt } from '#lib/server/new-id.ts';
import { join, like, publish } from '#tests/support/notification-groups.ts';
import { getAllNotifications } from '#tests/support/notification-requests.ts';
import { openSite } from '#tests/support/site.ts';

async function undoMigration(db: Executor): Promise<void> {
  for (const statement of [
    'drop table hidden_notifications',
    'drop table notified_likes',
    'alter table members drop column read_until',
    'alter table notifications drop column kind',
    "delete from kysely_migration where name = '0022-notification-kinds'",
  ])
    await sql.raw(statement).execute(db);
}

test('likes of a post become one notification, and all get a kind', async () => {
  const site = await openSite();
  const { db, dialect } = site.services;
  const owner = await join(site, 'Maria');
  const post = await publish(owner);
  const fans = [await join(site, 'Ana'), await join(site, 'Ben'), await join(site, 'Cora')];
  await undoMigration(db);
  let now = Date.now();
  const insert = (title: string, actor: string | null, key: string | null, type = 'forum') =>
    sql`insert into notifications
      (id, type, audience, audience_member_id, actor_id, link_data, title, content, created_at, dedupe_key)
      values (${idAt((now += 1))}, ${type}, 'member', ${owner.member.id}, ${actor}, ${post}, ${title}, 'x', ${now}, ${key})`.execute(
      db,
    );
  for (const { member } of fans)
    await insert(
      `${member.first_name} Cruz liked your post`,
      member.id,
      `like ${post} ${member.id}`,
    );
  await insert('New for your alert', fans[0]?.member.id ?? null, `alert ${post} x`);
  await insert('Removed', null, null, 'violation');
  await migrate({ db, dialect, pool: null, close: async () => undefined });
  const titles = async () =>
    (await getAllNotifications(owner)).map(
      ({ kind, title }) => `${String(kind)}: ${String(title)}`,
    );
  expect(await titles()).toEqual([
    'moderation: Removed',
    'alert: New for your alert',
    'like: Cora Cruz and 2 others liked your post',
  ]);
  const [fan] = fans;
  if (fan) await like(fan, post);
  expect(await titles()).toHaveLength(3);
  await like(await join(site, 'Dan'), post);
  expect(await titles()).toHaveLength(3);
});
