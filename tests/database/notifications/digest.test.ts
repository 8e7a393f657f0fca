// The email that summarizes what a member missed (docs/decisions/0075-digest.md).
import { expect, test } from 'vitest';

import { notifyOfNewListings } from '#lib/server/exchange/alerts/notify-of-new-listings.ts';
import { queueDigests } from '#lib/server/notifications/channels/digest/queue-digests.ts';
import { stopPath } from '#lib/server/notifications/channels/email/stop-emails.ts';
import { BALER, GUIMBA, MUNOZ, saveAlert } from '#tests/support/nouns/alerts.ts';
import { agreeTo } from '#tests/support/nouns/appointments.ts';
import { emailsTo } from '#tests/support/nouns/emails.ts';
import { publishListing } from '#tests/support/nouns/listings.ts';
import { book, openMachineStage } from '#tests/support/nouns/machines.ts';
import {
  join,
  like,
  publish,
  publishGuide,
  readAll,
} from '#tests/support/nouns/notification-groups.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import { ask, openPickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { type MemberBrowser, openSite, type Site } from '#tests/support/site/site.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MANILA_MS = 8 * HOUR_MS;
const SETTINGS = '/api/web/account/notifications';

/** Advances the clock to an hour in the region, optionally on a weekday. */
function advanceTo(site: Site, hour: number, weekday?: number): void {
  const sinceMidnight = (site.services.now() + MANILA_MS) % DAY_MS;
  if (Math.floor(sinceMidnight / HOUR_MS) !== hour)
    site.advanceClock((hour * HOUR_MS - sinceMidnight + DAY_MS) % DAY_MS);
  const isOther = () => new Date(site.services.now() + MANILA_MS).getUTCDay() !== weekday;
  if (weekday !== undefined) while (isOther()) site.advanceClock(DAY_MS);
}

const digestsTo = async (site: Site, { member }: MemberBrowser) => {
  const emails = await emailsTo(site, member);
  return emails.filter(({ text }) => text.includes('This is what you missed.'));
};

/** Sends the digests of the next 17:00. @returns all digests of a member so far */
async function digestAt17(site: Site, reader: MemberBrowser) {
  advanceTo(site, 17);
  await queueDigests(site.services);
  return digestsTo(site, reader);
}

async function openAtNoon() {
  const site = await openSite();
  advanceTo(site, 12);
  return { site, maria: await join(site, 'Maria'), jun: await join(site, 'Jun') };
}

test('a digest lists missed requests, alerts by distance, reactions and guides, without members’ texts', async () => {
  const site = await openSite();
  advanceTo(site, 12);
  const stage = await openPickupStage(site, { amount: 120, unit: 'bundle' });
  const { owner } = stage;
  const other = await withPhone(site);
  requireOk(await ask(stage, other, { amount: 30, note: 'Kaibigan 1' }));
  await site.services.db
    .updateTable('members')
    .set({ town: GUIMBA })
    .where('id', '=', owner.member.id)
    .execute();
  await saveAlert(owner, { material: 'rice-hull' });
  for (const town of [BALER, MUNOZ]) await publishListing(other, { material: 'rice-hull', town });
  await notifyOfNewListings(site.services);
  const postId = await publish(owner, 'My <b>straw</b>');
  await like(other, postId);
  requireOk(await other.post(`${POSTS}/${postId}/comments`, { comment: 'Kaibigan 2' }));
  await publishGuide(site, 'Straw for mushrooms');
  const [digest, ...more] = await digestAt17(site, owner);
  expect(more).toEqual([]);
  expect(digest?.subject).toBe('1 request waits for you, 2 new listings for your alerts');
  const text = digest?.text ?? '';
  expect(text).toContain('asks for 30 of your 120 bundles');
  expect(text.indexOf('Muñoz, 16 km')).toBeGreaterThan(0);
  expect(text.indexOf('Baler, 86 km')).toBeGreaterThan(text.indexOf('Muñoz, 16 km'));
  expect(text).toContain('liked your post: “My <b>straw</b>”');
  expect(text).toContain('commented: “My <b>straw</b>”');
  expect(text).toContain('- Straw for mushrooms');
  expect(text).not.toContain('Kaibigan');
  expect(digest?.html).toContain('My &lt;b&gt;straw&lt;/b&gt;');
  expect(digest?.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
});

test('a digest lists requests for free half days, but not for booked ones', async () => {
  const site = await openSite();
  advanceTo(site, 12);
  const stage = await openMachineStage(site);
  const { owner } = stage;
  const [ana, ben] = [await withPhone(site), await withPhone(site)];
  const taken = await book(stage, ana);
  await book(stage, ben);
  const [before] = await digestAt17(site, owner);
  expect(before?.subject).toBe('2 requests wait for you');
  expect(before?.text).toMatch(/asks for your machine \(Baler\): \d+ \w+, morning, /u);
  requireOk(await agreeTo(owner, taken));
  await book(stage, ben, { half: 'afternoon' });
  site.advanceClock(DAY_MS);
  const [, after] = await digestAt17(site, owner);
  expect(after?.subject).toBe('1 request waits for you');
  expect(after?.text).toContain('afternoon');
  expect(after?.text).not.toContain('morning');
});

test('a digest is sent once a day, even by concurrent servers, and only with news', async () => {
  const { site, maria, jun } = await openAtNoon();
  await like(jun, await publish(maria));
  advanceTo(site, 16);
  await queueDigests(site.services);
  expect(await digestsTo(site, maria)).toEqual([]);
  advanceTo(site, 17);
  await Promise.all([queueDigests(site.services), queueDigests(site.services)]);
  expect(await digestsTo(site, maria)).toHaveLength(1);
  await queueDigests(site.services);
  expect(await digestsTo(site, maria)).toHaveLength(1);
  site.advanceClock(DAY_MS);
  expect(await digestAt17(site, maria)).toHaveLength(1);
  expect(await digestsTo(site, jun)).toEqual([]);
});

test('a digest repeats nothing from the one before', async () => {
  const { site, maria, jun } = await openAtNoon();
  await like(jun, await publish(maria, 'Rice straw by the chapel'));
  expect(await digestAt17(site, maria)).toHaveLength(1);
  site.advanceClock(20 * HOUR_MS);
  await like(jun, await publish(maria, 'Corn cobs by the mill'));
  const [, second] = await digestAt17(site, maria);
  expect(second?.text).toContain('Corn cobs by the mill');
  expect(second?.text).not.toContain('Rice straw by the chapel');
});

test('a digest excludes what was read, even after it was queued', async () => {
  const { site, maria, jun } = await openAtNoon();
  await like(jun, await publish(maria));
  advanceTo(site, 17);
  await queueDigests(site.services);
  const [newest] = await getAllNotifications(maria);
  await readAll(maria, newest?.['id']);
  expect(await digestsTo(site, maria)).toEqual([]);
});

test('a member chooses a weekly digest on Fridays, or none, and its link stops it', async () => {
  const { site, maria, jun } = await openAtNoon();
  const choose = async (digest: string) =>
    requireOk(await maria.change('PUT', SETTINGS, { hidden: [], digest }));
  await choose('weekly');
  expect((await maria.get(SETTINGS)).body['data'].digest).toBe('weekly');
  advanceTo(site, 12, 4);
  await like(jun, await publish(maria));
  expect(await digestAt17(site, maria)).toEqual([]);
  site.advanceClock(DAY_MS);
  const [digest] = await digestAt17(site, maria);
  expect(digest?.subject).toBe('News about your posts');
  const path = stopPath(site.services.secrets, { memberId: maria.member.id, kind: 'digest' });
  expect(digest?.header('List-Unsubscribe')).toContain(path);
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  const stop = await site.guest().send(path, { method: 'POST', body });
  expect(stop.status).toBe(204);
  expect((await maria.get(SETTINGS)).body['data'].digest).toBe('never');
});

test('a digest becomes less frequent while no link is opened, says so, and is daily again afterwards', async () => {
  const { site, maria, jun } = await openAtNoon();
  const missMore = async () => like(jun, await publish(maria));
  await missMore();
  expect(await digestAt17(site, maria)).toHaveLength(1);
  site.advanceClock(13 * DAY_MS);
  await missMore();
  const last = (await digestAt17(site, maria)).at(-1);
  expect(last?.text).toContain('from now on this one comes once a week');
  advanceTo(site, 17, 1);
  await missMore();
  expect(await digestAt17(site, maria)).toHaveLength(2);
  await jun.send('/?via=email');
  await maria.send('/');
  site.advanceClock(DAY_MS);
  expect(await digestAt17(site, maria)).toHaveLength(2);
  await maria.send('/?via=email');
  site.advanceClock(DAY_MS);
  expect(await digestAt17(site, maria)).toHaveLength(3);
});
