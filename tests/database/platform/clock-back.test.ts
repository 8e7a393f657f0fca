// Repairs what a clock in the future left behind (docs/decisions/0066-clock.md).
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { addFollow } from '#demo/factories.ts';
import { sendPending } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { idAt } from '#lib/server/platform/new-id.ts';
import { enqueue } from '#tests/support/nouns/emails.ts';
import { publish, readAll } from '#tests/support/nouns/notification-groups.ts';
import {
  bearer,
  getNotifications,
  insertNotification,
  NOTIFICATIONS,
} from '#tests/support/nouns/notification-requests.ts';
import { CONFIRMATIONS, MEMBERS, signedInStaff } from '#tests/support/nouns/staff.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { startSharedJob } from '#tests/support/site/shared-jobs.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const DAY_MS = 86_400_000;

const drawBack = ({ services }: Site) => startSharedJob(services, 'draw_back')();

const readEach = async (browser: Browser, ids: string[]): Promise<void> => {
  for (const id of ids)
    await browser.change('PATCH', `${NOTIFICATIONS}/${id}/read`, {}, await bearer(browser));
};

// More than one page, whose rows are counted.
const unreadOf = async (browser: Browser): Promise<number> =>
  (await getNotifications(browser, '?limit=2')).body['data'].unread_count;

/** Signs in a member of some years, so that no notification is older than the member. */
const signInOld = async (site: Site) => {
  const joined_at = site.services.now() - 10 * DAY_MS;
  return site.signedIn(await site.member({ id: idAt(joined_at), joined_at }));
};

test.each([true, false])(
  'the bell shows new notifications after a clock in the future, when all were read (at once: %s)',
  async (isAtOnce) => {
    const site = await openSite();
    const reader = await signInOld(site);
    const { id: audience_member_id } = reader.member;
    const ids: string[] = [];
    const notify = async () => {
      // Not within one millisecond, where their order would be random.
      const created_at = site.services.now() + ids.length;
      ids.push((await insertNotification(site, { audience_member_id, created_at })).id);
    };
    await notify();
    site.shiftClock(2 * DAY_MS);
    for (let nth = 0; nth < 3; nth += 1) await notify();
    site.advanceClock(2 * 60_000);
    if (isAtOnce) await readAll(reader, ids.at(-1));
    else await readEach(reader, ids);
    expect(await unreadOf(reader)).toBe(0);
    site.shiftClock(-2 * DAY_MS);
    await notify();
    // After its time has come, as it is some milliseconds ahead.
    site.advanceClock(1000);
    await drawBack(site);
    expect(await unreadOf(reader)).toBe(1);
    await readEach(reader, ids.slice(-1));
    expect(await unreadOf(reader)).toBe(0);
  },
);

test('a clock that is behind makes nothing unread', async () => {
  const site = await openSite();
  const reader = await signInOld(site);
  const { id: audience_member_id } = reader.member;
  const ids: string[] = [];
  for (let nth = 0; nth < 4; nth += 1)
    ids.push(
      (await insertNotification(site, { audience_member_id, created_at: Date.now() + nth })).id,
    );
  site.advanceClock(2 * 60_000);
  await readAll(reader, ids.at(-1));
  site.shiftClock(-5 * DAY_MS);
  await drawBack(site);
  expect(await unreadOf(reader)).toBe(0);
  site.shiftClock(5 * DAY_MS);
  expect(await unreadOf(reader)).toBe(0);
});

test('a follow made under it notifies of current posts', async () => {
  const site = await openSite();
  const { db, now } = site.services;
  const [reader, author] = [await signInOld(site), await signInOld(site)];
  await addFollow(db, reader.member.id, author.member.id, now() + 2 * DAY_MS);
  await drawBack(site);
  await publish(author);
  expect((await getNotifications(reader)).body['data'].unread_count).toBe(1);
});

test('an email whose next attempt was set under it is sent now', async () => {
  const site = await openSite();
  const { db, now } = site.services;
  await enqueue(site);
  await db
    .updateTable('deliveries')
    .set({ run_at: now() + 40 * DAY_MS, attempts: 1 })
    .execute();
  await drawBack(site);
  await sendPending(site.services);
  expect(site.log.filter((line) => line.includes('email_sent'))).toHaveLength(1);
});

test('a confirmation in the future is invalid', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { id } = await site.member();
  const change = () => staff.change('PATCH', `${MEMBERS}/${id}/role`, { role: 'gleaner' });
  site.shiftClock(2 * DAY_MS);
  expect((await staff.post(CONFIRMATIONS, { confirm_password: 'Straw-for-7-Cows' })).status).toBe(
    200,
  );
  site.shiftClock(-2 * DAY_MS);
  const { status, body } = await change();
  expect([status, body['code']]).toEqual([403, 'confirmation_required']);
});

/** Makes the counters of rate limits end at a time. */
async function setExpiry({ services: { config, db, dialect } }: Site, time: number) {
  if (dialect === 'postgres')
    return void (await sql`update rate_limits set expire = ${time}`.execute(db));
  const file = new DatabaseSync(join(config.dataDir, 'limits.sqlite'));
  file.prepare('update rate_limits set expire = ?').run(time);
  return file.close();
}

test('no limit lasts longer than stated', async () => {
  const site = await openSite();
  const limit = { name: 'try', what: 'tries', points: 1, seconds: 600 };
  const { limits } = site.services;
  const attempt = async () => limits.consume(limit, 'a').catch((error: unknown) => error);
  await attempt();
  await setExpiry(site, Date.now() + 40 * DAY_MS);
  expect(await limits.retryAfter(limit, 'a')).toBe(600);
  await setExpiry(site, Date.now() + 40 * DAY_MS);
  expect(await attempt()).toMatchObject({ code: 'rate_limited', params: { seconds: 600 } });
  // Counted attempts still count.
  expect(await attempt()).toMatchObject({ code: 'rate_limited' });
});
