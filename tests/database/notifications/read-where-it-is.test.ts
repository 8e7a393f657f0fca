// Acting on something marks its notifications read, and stops their emails and pushes.
import { expect, test } from 'vitest';

import { notifyOfNewListings } from '#lib/server/exchange/alerts/notify-of-new-listings.ts';
import { queueDigests } from '#lib/server/notifications/channels/digest/queue-digests.ts';
import { saveAlert } from '#tests/support/nouns/alerts.ts';
import { emailsTo } from '#tests/support/nouns/emails.ts';
import { publishListing } from '#tests/support/nouns/listings.ts';
import { book, openMachineStage } from '#tests/support/nouns/machines.ts';
import { join as joinAs, like, publish } from '#tests/support/nouns/notification-groups.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import { ask, openPickupStage, pathOf, withPhone } from '#tests/support/nouns/pickups.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { PUSH_DEVICES } from '#tests/support/nouns/push-devices.ts';
import { openPushService } from '#tests/support/nouns/push-service.ts';
import { openStewardship } from '#tests/support/nouns/stewards.ts';
import { goFrom, join, offer, openTripStage, setRoom } from '#tests/support/nouns/trips.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { type MemberBrowser, openSite } from '#tests/support/site/site.ts';

const HOUR_MS = 3_600_000;

/** The titles of a member's unread notifications, newest first. */
const unreadOf = async (browser: MemberBrowser): Promise<string[]> =>
  (await getAllNotifications(browser))
    .filter(({ is_read }) => !is_read)
    .map(({ title }) => String(title));

const nameOf = ({ member }: MemberBrowser): string => `${member.first_name} ${member.last_name}`;

async function openAtNoon() {
  const site = await openSite();
  site.advanceTo(12);
  return site;
}

test('replying to a message stops the email about it, and its sender is notified of the reply alone', async () => {
  const site = await openAtNoon();
  const stage = await openPickupStage(site);
  const jun = await withPhone(site);
  const path = pathOf(await ask(stage, jun));
  requireOk(await jun.post(`${path}/messages`, { content: 'At six?' }));
  expect(await unreadOf(stage.owner)).toHaveLength(2);
  requireOk(await stage.owner.post(`${path}/messages`, { content: 'At seven.' }));
  expect(await unreadOf(stage.owner)).toEqual([]);
  expect(await unreadOf(jun)).toEqual([`${nameOf(stage.owner)} wrote about the pickup`]);
  site.advanceClock(HOUR_MS);
  expect(await emailsTo(site, stage.owner.member)).toEqual([]);
  expect(await emailsTo(site, jun.member)).toHaveLength(1);
});

test('acting on one pickup leaves the notifications of other pickups unread', async () => {
  const site = await openAtNoon();
  const stage = await openPickupStage(site, { amount: 10, unit: 'bale' });
  const [jun, rosa] = [await withPhone(site), await withPhone(site)];
  const path = pathOf(await ask(stage, jun, { amount: 1 }));
  requireOk(await ask(stage, rosa, { amount: 1 }));
  requireOk(await stage.owner.post(`${path}/agree`, {}));
  expect(await unreadOf(stage.owner)).toEqual([`${nameOf(rosa)} can take it`]);
  // An unrelated member's attempt changes nothing.
  expect((await rosa.post(`${path}/agree`, {})).status).toBe(404);
  expect(await unreadOf(jun)).toEqual([`${nameOf(stage.owner)} agreed`]);
});

test('acting on a booking marks its notifications read', async () => {
  const site = await openAtNoon();
  const stage = await openMachineStage(site);
  const jun = await withPhone(site);
  const path = await book(stage, jun);
  expect(await unreadOf(stage.owner)).toHaveLength(1);
  requireOk(await stage.owner.post(`${path}/decline`));
  expect(await unreadOf(stage.owner)).toEqual([]);
  expect(await emailsTo(site, stage.owner.member)).toEqual([]);
});

test('acting on a truck’s load drops a waiting push about it', async () => {
  const push = await openPushService();
  const site = await openSite({}, { pushNetwork: push.network });
  site.advanceTo(12);
  const stage = await openTripStage(site);
  const [driver, guest] = [await goFrom(stage), await goFrom(stage)];
  await emailsTo(site, driver.browser.member);
  requireOk(await driver.browser.post(PUSH_DEVICES, push.subscribe()));
  const trip = await offer(driver);
  requireOk(await join(guest, trip));
  const [joined] = await unreadOf(driver.browser);
  expect(joined).toContain(nameOf(guest.browser));
  requireOk(await setRoom(driver, 5));
  expect(await unreadOf(driver.browser)).toEqual([]);
  await emailsTo(site, driver.browser.member);
  expect(push.received).toEqual([]);
});

test('a steward’s act marks notifications of steward and member read, except about the act', async () => {
  const site = await openAtNoon();
  const { mark, lito } = await openStewardship(site);
  const stage = { ...(await publishListing(lito)), site, owner: lito };
  const rosa = await withPhone(site);
  const path = pathOf(await ask(stage, rosa));
  expect(await unreadOf(mark)).toHaveLength(1);
  requireOk(await mark.post(`${path}/agree`, {}));
  expect(await unreadOf(mark)).toEqual([]);
  expect(await unreadOf(lito)).toEqual(['Mark Reyes agreed']);
});

test('commenting on a post marks its notifications read, and the digest excludes them', async () => {
  const site = await openAtNoon();
  const [maria, ana] = [await joinAs(site, 'Maria'), await joinAs(site, 'Ana')];
  const [seen, other] = [await publish(maria, 'Seen'), await publish(maria, 'Other')];
  for (const id of [seen, other]) await like(ana, id);
  requireOk(await maria.post(`${POSTS}/${seen}/comments`, { comment: 'Thank you' }));
  site.advanceTo(17);
  await queueDigests(site.services);
  const [digest, ...more] = await emailsTo(site, maria.member);
  expect(more).toEqual([]);
  expect(digest?.text).toContain('Other');
  expect(digest?.text).not.toContain('Seen');
});

test('the digest excludes a request that was read', async () => {
  const site = await openAtNoon();
  const stage = await openPickupStage(site, { amount: 10, unit: 'bale' });
  const [jun, rosa] = [await withPhone(site), await withPhone(site)];
  const path = pathOf(await ask(stage, jun, { amount: 3 }));
  requireOk(await ask(stage, rosa, { amount: 4 }));
  requireOk(await stage.owner.post(`${path}/messages`, { content: 'I will ask my wife.' }));
  site.advanceTo(17);
  await queueDigests(site.services);
  const digests = (await emailsTo(site, stage.owner.member)).filter(({ text }) =>
    text.includes('This is what you missed.'),
  );
  expect(digests.map(({ subject }) => subject)).toEqual(['1 request waits for you']);
  expect(digests[0]?.text).toContain('asks for 4 of your 10 bales');
  expect(digests[0]?.text).not.toContain('asks for 3');
});

test('an email of several alerts excludes a listing that was requested since', async () => {
  const site = await openAtNoon();
  const [maria, jun] = [await withPhone(site), await withPhone(site)];
  await saveAlert(jun, { material: 'rice-straw' });
  const found = async () => {
    const { post } = await publishListing(maria);
    await notifyOfNewListings(site.services);
    return String(post['post_id']);
  };
  await found();
  expect(await emailsTo(site, jun.member)).toHaveLength(1);
  await found();
  const newest = await found();
  expect(await unreadOf(jun)).toHaveLength(3);
  requireOk(await ask({ site, owner: maria, post: { post_id: newest }, path: '' }, jun));
  expect(await unreadOf(jun)).toHaveLength(2);
  site.advanceClock(2 * HOUR_MS);
  const [, second, ...more] = await emailsTo(site, jun.member);
  expect(more).toEqual([]);
  expect(second?.text).not.toContain(newest);
});
