import { expect, test } from 'vitest';

import { notifyOfNewListings } from '#lib/server/exchange/alerts/notify-of-new-listings.ts';
import { disableMember, enableMember } from '#lib/server/people/managed-members/manage-members.ts';
import {
  ALERTS,
  BALER,
  GUIMBA,
  MUNOZ,
  isAnyDue,
  listRecipients,
  newListings,
  saveAlert,
} from '#tests/support/nouns/alerts.ts';
import { callOff } from '#tests/support/nouns/appointments.ts';
import { LISTING, publishListing } from '#tests/support/nouns/listings.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import { agreeWith, openPickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { postForm, POSTS } from '#tests/support/nouns/posts.ts';
import { openSite } from '#tests/support/site/site.ts';

const DAY = 86_400_000;

/** A site with an owner, and Jun, who has an alert. */
async function openWith(search: object = {}) {
  const site = await openSite();
  const [owner, jun] = [await site.signedIn(), await site.signedIn()];
  const alertPath = `${ALERTS}/${await saveAlert(jun, search)}`;
  /** The number of Jun's notifications about new listings after a check. */
  const countAfterCheck = async () => {
    await notifyOfNewListings(site.services);
    return (await newListings(jun)).length;
  };
  return { site, owner, jun, alertPath, countAfterCheck };
}

test('a new listing notifies once, and not within the owner’s request', async () => {
  const search = { kind: 'offer', material: 'rice-straw', town: GUIMBA, within: 25, free: true };
  const { owner, jun, countAfterCheck } = await openWith(search);
  // Two matching alerts make one notification.
  await saveAlert(jun, {});
  await saveAlert(owner, {});
  const { post } = await publishListing(owner, { terms: 'free', town: MUNOZ });
  expect(await newListings(jun)).toEqual([]);
  expect(await countAfterCheck()).toBe(1);
  expect(await countAfterCheck()).toBe(1);
  const title = 'New for your alert: Rice straw in Science City of Muñoz';
  expect(await getAllNotifications(jun)).toMatchObject([
    { type: 'forum', title, content: 'Rice straw', link_data: post.post_id, is_read: false },
  ]);
  expect(await newListings(owner)).toEqual([]);
});

test.each([
  [{ kind: 'need' }, {}],
  [{ material: 'rice-hull' }, {}],
  [{ free: true }, { terms: 'trade' }],
  [{ free: true }, {}],
  [{ town: GUIMBA, within: 10 }, { town: MUNOZ }],
  [{ town: GUIMBA, within: 50 }, { town: BALER }],
])('the alert %j is not for the listing %j', async (search, listing) => {
  const { site, owner, countAfterCheck } = await openWith(search);
  await publishListing(owner, listing);
  expect(await countAfterCheck()).toBe(0);
  expect(await isAnyDue(site)).toBe(false);
});

test.each([
  [{}, {}],
  [{ town: GUIMBA }, { town: BALER }],
  [{ town: GUIMBA, within: 10 }, { town: GUIMBA }],
  [{ kind: 'need' }, { kind: 'need' }],
])('the alert %j is for the listing %j', async (search, listing) => {
  const { owner, countAfterCheck } = await openWith(search);
  await publishListing(owner, listing);
  expect(await countAfterCheck()).toBe(1);
});

test('a paused, deleted or later alert makes no notification', async () => {
  const { owner, jun, alertPath, countAfterCheck, site } = await openWith();
  await jun.change('PATCH', alertPath, { paused: true });
  await publishListing(owner);
  expect(await countAfterCheck()).toBe(0);
  await jun.change('PATCH', alertPath, { paused: false });
  expect(await countAfterCheck()).toBe(0);
  await publishListing(owner);
  expect(await countAfterCheck()).toBe(1);
  await jun.change('DELETE', alertPath);
  await publishListing(owner);
  site.advanceClock(1000);
  await saveAlert(jun);
  expect(await countAfterCheck()).toBe(1);
});

test('disabled members and members who muted the post are not notified', async () => {
  const { site, owner, jun } = await openWith();
  const ana = await site.signedIn();
  await saveAlert(ana);
  const { post } = await publishListing(owner);
  await ana.change('PUT', `${POSTS}/${post.post_id}/mute`);
  await disableMember(site.services, jun.member.id);
  await notifyOfNewListings(site.services);
  expect(await listRecipients(site)).toEqual([]);
});

test('the listing of a disabled owner waits until they are enabled', async () => {
  const { site, owner, countAfterCheck } = await openWith();
  await publishListing(owner);
  await disableMember(site.services, owner.member.id);
  expect(await countAfterCheck()).toBe(0);
  expect(await listRecipients(site)).toEqual([]);
  await enableMember(site.services, owner.member.id);
  expect(await countAfterCheck()).toBe(1);
});

test('a listing added to a post later is new', async () => {
  const { owner, countAfterCheck } = await openWith();
  const { body } = await owner.post(POSTS, postForm());
  expect(await countAfterCheck()).toBe(0);
  await owner.change('PUT', `${POSTS}/${body['data'].post_id}/listing`, LISTING);
  expect(await countAfterCheck()).toBe(1);
});

test('a listing is new to an alert that a change makes it match, but to no alert twice', async () => {
  const { site, owner, jun, countAfterCheck } = await openWith({ material: 'rice-hull' });
  const { path } = await publishListing(owner);
  expect(await countAfterCheck()).toBe(0);
  site.advanceClock(1000);
  await saveAlert(jun, { kind: 'offer' });
  // Fields that alerts ignore.
  await owner.change('PUT', path, { ...LISTING, barangay: 'San Roque' });
  expect(await countAfterCheck()).toBe(0);
  await owner.change('PUT', path, { ...LISTING, town: BALER });
  expect(await countAfterCheck()).toBe(1);
  await owner.change('PUT', path, { ...LISTING, material: 'rice-hull' });
  await owner.change('DELETE', path);
  await owner.change('PUT', path, { ...LISTING, material: 'rice-hull' });
  expect(await countAfterCheck()).toBe(1);
});

test('a listing that becomes free is new to an alert for free things', async () => {
  const { owner, countAfterCheck } = await openWith({ free: true });
  const priced = { ...LISTING, unit: 'kg', terms: 'price', price_centavos: 500 };
  const { path } = await publishListing(owner, priced);
  expect(await countAfterCheck()).toBe(0);
  await owner.change('PUT', path, { ...LISTING, terms: 'free' });
  expect(await countAfterCheck()).toBe(1);
});

test('a listing that is gone, withdrawn or expired by then notifies no one; once open again it is new', async () => {
  const { site, owner, countAfterCheck } = await openWith();
  const { path } = await publishListing(owner);
  await publishListing(owner);
  await owner.post(`${path}/status`, { status: 'withdrawn' });
  site.advanceClock(20 * DAY);
  expect(await countAfterCheck()).toBe(0);
  await owner.change('PUT', path, LISTING);
  await owner.post(`${path}/status`, { status: 'open' });
  expect(await countAfterCheck()).toBe(1);
});

test('deleting the post deletes the notification', async () => {
  const { owner, jun, countAfterCheck } = await openWith();
  const { post } = await publishListing(owner);
  expect(await countAfterCheck()).toBe(1);
  await owner.change('DELETE', `${POSTS}/${post.post_id}`);
  expect(await newListings(jun)).toEqual([]);
});

test.each([
  ['all of an amount', { amount: 4, unit: 'bale' }, 'call-off', { reason: 'Too far.' }],
  ['what has no amount', {}, 'confirm', { is_coming: false }],
])(
  'a pickup of %s that is called off opens a listing again, which is new, and to no member twice',
  async (_, given, verb, words) => {
    const { site, countAfterCheck } = await openWith();
    const [stage, ana] = [await openPickupStage(site, given), await site.signedIn()];
    expect(await countAfterCheck()).toBe(1);
    await saveAlert(ana);
    const requester = await withPhone(site);
    const path = await agreeWith(stage, requester);
    await notifyOfNewListings(site.services);
    expect(await newListings(ana)).toEqual([]);
    site.advanceClock(1000);
    await requester.post(`${path}/${verb}`, words);
    expect(await countAfterCheck()).toBe(1);
    expect(await newListings(ana)).toHaveLength(1);
    expect(await isAnyDue(site)).toBe(false);
  },
);

test('a canceled pickup does not make a still open listing new', async () => {
  const { site, countAfterCheck } = await openWith();
  const stage = await openPickupStage(site, { amount: 4, unit: 'bale' });
  expect(await countAfterCheck()).toBe(1);
  const requester = await withPhone(site);
  const path = await agreeWith(stage, requester, { amount: 1 });
  await callOff(requester, path, { reason: 'Too far.' });
  expect(await isAnyDue(site)).toBe(false);
});
