// Digests are queued 50 members at a time (docs/decisions/0075-digest.md).
import { expect, test } from 'vitest';

import { queueDigests } from '#lib/server/notifications/channels/digest/queue-digests.ts';
import { join, like, publish } from '#tests/support/nouns/notification-groups.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const DAY_MS = 86_400_000;
const MANILA_MS = 8 * 3_600_000;
const FRIDAY = 5;

/** Advances the clock to an hour for daily digests, but not for weekly ones. */
function advanceToDailyDigests(site: Site): void {
  site.advanceTo(17);
  const weekday = new Date(site.services.now() + MANILA_MS).getUTCDay();
  if (weekday === FRIDAY) site.advanceClock(DAY_MS);
}

test('a batch without due members does not stop the next batches', async () => {
  const site = await openSite();
  const { db } = site.services;
  const weekly = [];
  for (let nth = 0; nth < 50; nth += 1) weekly.push(await site.member());
  const rows = weekly.map(({ id }) => ({ member_id: id, digest: 'weekly' as const }));
  await db.insertInto('delivery_settings').values(rows).execute();
  const daily = [];
  for (let nth = 0; nth < 10; nth += 1) daily.push(await join(site, `Maria ${nth}`));
  const [liker] = daily;
  for (const each of daily.slice(1)) await like(liker ?? each, await publish(each));
  advanceToDailyDigests(site);
  await queueDigests(site.services);
  const queued = await db
    .selectFrom('deliveries')
    .where('kind', '=', 'digest')
    .orderBy('member_id')
    .select('member_id')
    .execute();
  expect(queued.map(({ member_id }) => member_id)).toEqual(
    daily.slice(1).map(({ member }) => member.id),
  );
  const digests = await db.selectFrom('digests').select('is_complete').executeTakeFirst();
  expect(digests).toEqual({ is_complete: 1 });
});
