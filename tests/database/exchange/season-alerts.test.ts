// Alerts notify once of each coming week.
import { expect, onTestFinished, test, vi } from 'vitest';

import { createAppServer } from '#lib/server/app/app-server.ts';
import { notifyOfWeeks } from '#lib/server/exchange/season/notify-of-weeks.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { addAlerts, ALERTS, BALER, GUIMBA, MUNOZ, saveAlert } from '#tests/support/nouns/alerts.ts';
import { emailsTo } from '#tests/support/nouns/emails.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import { farmsWith, mondayIn, setSchedule } from '#tests/support/nouns/season.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const WEEK_MS = 7 * 86_400_000;
const STRAW = { material: 'rice-straw', town: GUIMBA, within: 25 };

/** A site with straw near Guimba next week, at noon. */
async function openScheduled(weeks = 1) {
  const site = await openSite();
  site.advanceTo(12);
  const staff = await signedInStaff(site);
  await setSchedule(staff, [{ town: GUIMBA, week: mondayIn(site, weeks), hectares: 120 }]);
  return { site, staff };
}

async function openSecond({ services }: Site): Promise<Services> {
  const { config, now } = services;
  const second = await createAppServer(config, {
    clocks: { now },
    logDestination: { write: () => undefined },
  });
  onTestFinished(() => second.close());
  return second.services;
}

const heardBy = async ({ services: { db } }: Site) =>
  db
    .selectFrom('member_notifications')
    .where('message', '=', 'week_ahead')
    .select('member_id')
    .execute();

test('an alert notifies once of a coming week, naming material, town and time', async () => {
  const { site, staff } = await openScheduled();
  const jun = await site.signedIn();
  await saveAlert(jun, STRAW);
  await notifyOfWeeks(site.services);
  await notifyOfWeeks(site.services);
  const day = new Date(mondayIn(site, 1)).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  const title = `Rice straw near Guimba in the week of ${day}`;
  expect(await getAllNotifications(jun)).toMatchObject([{ kind: 'alert', link_data: null, title }]);
  const [email] = await emailsTo(site, jun.member);
  expect(email?.subject).toBe(title);
  expect(email?.text).toContain(`/season?material=rice-straw&town=${GUIMBA}`);
  // Changes in that week do not make it another week.
  await setSchedule(staff, [{ town: MUNOZ, week: mondayIn(site, 1), hectares: 300 }]);
  await notifyOfWeeks(site.services);
  expect(await heardBy(site)).toHaveLength(1);
  await setSchedule(staff, [{ town: MUNOZ, week: mondayIn(site, 2), hectares: 300 }]);
  await notifyOfWeeks(site.services);
  expect(await heardBy(site)).toHaveLength(2);
});

test('once all are notified, other writes do not wait for the check', async () => {
  const { site } = await openScheduled();
  await saveAlert(await site.signedIn(), STRAW);
  const transactions = vi.spyOn(site.services.db, 'transaction');
  await notifyOfWeeks(site.services);
  expect(transactions).toHaveBeenCalledTimes(1);
  await notifyOfWeeks(site.services);
  expect(transactions).toHaveBeenCalledTimes(1);
});

test('a week is announced from two weeks before', async () => {
  const { site } = await openScheduled(4);
  const jun = await site.signedIn();
  await saveAlert(jun, STRAW);
  await notifyOfWeeks(site.services);
  expect(await heardBy(site)).toEqual([]);
  site.advanceClock(2 * WEEK_MS);
  await notifyOfWeeks(site.services);
  expect(await heardBy(site)).toHaveLength(1);
});

test('two alerts of a member for the same straw are one notification', async () => {
  const { site } = await openScheduled();
  const jun = await site.signedIn();
  await saveAlert(jun, STRAW);
  await saveAlert(jun, { material: 'rice-straw', town: MUNOZ, within: 50 });
  await notifyOfWeeks(site.services);
  expect(await heardBy(site)).toHaveLength(1);
});

test.each([
  { material: 'rice-hull' },
  { material: 'rice-straw', town: BALER, within: 25 },
  { material: 'rice-straw', kind: 'need' },
  { material: 'rice-straw', kind: 'service' },
  { material: 'rice-straw', free: true },
  // It says neither what nor where.
  {},
  { town: GUIMBA },
])('the alert %j does not match it', async (search) => {
  const { site } = await openScheduled();
  await saveAlert(await site.signedIn(), search);
  await notifyOfWeeks(site.services);
  expect(await heardBy(site)).toEqual([]);
});

test.each([{ material: 'rice-straw' }, { town: MUNOZ, within: 25 }, { ...STRAW, kind: 'offer' }])(
  'the alert %j matches it',
  async (search) => {
    const { site } = await openScheduled();
    await saveAlert(await site.signedIn(), search);
    await notifyOfWeeks(site.services);
    expect(await heardBy(site)).toHaveLength(1);
  },
);

test('a paused alert hears of nothing', async () => {
  const { site } = await openScheduled();
  const jun = await site.signedIn();
  const id = await saveAlert(jun, STRAW);
  await jun.change('PATCH', `${ALERTS}/${id}`, { paused: true });
  await notifyOfWeeks(site.services);
  expect(await heardBy(site)).toEqual([]);
});

test('no alert matches fewer than three farms, or several towns combined', async () => {
  const site = await openSite();
  const jun = await site.signedIn();
  await saveAlert(jun, STRAW);
  await farmsWith(site, [{}, {}, { town: MUNOZ }]);
  await notifyOfWeeks(site.services);
  expect(await heardBy(site)).toEqual([]);
  await farmsWith(site, [{}]);
  await notifyOfWeeks(site.services);
  expect(await heardBy(site)).toHaveLength(1);
});

test('two servers notify each member once, and continue after one was killed', async () => {
  const { site } = await openScheduled();
  const second = await openSecond(site);
  // More than a batch.
  await addAlerts(site.services.db, 450, [{ material: 'rice-straw' }]);
  let batches = 0;
  const notify: Services['notify'] = async (tx, event) => {
    await site.services.notify(tx, event);
    batches += 1;
    if (batches === 2) throw new Error('killed');
  };
  await expect(notifyOfWeeks({ ...site.services, notify })).rejects.toThrow('killed');
  expect(await heardBy(site)).toHaveLength(200);
  await Promise.all([site.services, second, site.services, second].map(notifyOfWeeks));
  const heard = (await heardBy(site)).map(({ member_id }) => member_id);
  expect(heard).toHaveLength(450);
  expect(new Set(heard).size).toBe(450);
});
