import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import type { DialectName } from '#lib/server/db/dialect.ts';
import { commentActors } from '#lib/server/db/migrations/0010-comment-actors.ts';
import { announce } from '#lib/server/notifications/admin-notifications.ts';
import { openSite } from '#tests/support/site.ts';

const dialect: DialectName = process.env['DATABASE'] === 'postgres' ? 'postgres' : 'sqlite';

test('comments told of long ago are known by who wrote them', async () => {
  const site = await openSite();
  const { db } = site.services;
  const [owner, jun, ana] = await Promise.all([site.member(), site.signedIn(), site.signedIn()]);
  const { id } = await addPost(db, { author_id: owner.id });
  const say = (who: typeof jun, comment: string) => {
    site.advanceClock(1);
    return who.post(`/api/web/forum/posts/${id}/comments`, { comment });
  };
  await say(jun, 'Is it still there?');
  await say(ana, 'Is it still there?');
  await say(jun, `${'🌾'.repeat(60)} and forty bundles, ${'dry '.repeat(50)}`);
  const said = {
    type: 'forum',
    title: 'The co-op commented',
    content: 'Is it still there?',
  } as const;
  await announce(site.services, owner.email, { ...said, link_data: 'market-day' });
  await db.updateTable('notifications').set({ actor_id: null }).execute();

  await commentActors(dialect).up(db);
  const rows = await db
    .selectFrom('notifications')
    .select('actor_id')
    .orderBy('created_at')
    .execute();
  const [first, second] = [jun.member.id, ana.member.id];
  expect(rows.map(({ actor_id }) => actor_id)).toEqual([first, second, first, null]);
});
