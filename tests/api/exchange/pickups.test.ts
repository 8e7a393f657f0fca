import { expect, test } from 'vitest';

import { agreeTo, callOff, confirm, report } from '#tests/support/nouns/appointments.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import {
  agreeWith,
  ask,
  openPickupStage,
  APPOINTMENTS,
  withPhone,
} from '#tests/support/nouns/pickups.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { openSite } from '#tests/support/site/site.ts';

const DAY = 86_400_000;
const BALES = { amount: 10, unit: 'bale', barangay: 'San Roque' };

test('a member requests, the owner agrees, both see phone and place, and both report the outcome', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, BALES);
  const requester = await withPhone(site);
  const requested = await ask(stage, requester, {
    amount: 4,
    vehicle: 'Elf truck',
    town: '0304903000',
  });
  expect(requested).toMatchObject({
    status: 201,
    body: { data: { status: 'requested', role: 'taking', amount: 4, phone: null, place: null } },
  });
  const path = `${APPOINTMENTS}/${requested.body['data'].appointment_id}`;
  const seen = await stage.owner.get(path);
  expect(seen.body['data']).toMatchObject({
    role: 'giving',
    vehicle: 'Elf truck',
    requester_town: '0304903000',
    phone: null,
  });
  expect(seen.body['data'].distance_km).toBeGreaterThan(10);
  const agreed = await agreeTo(stage.owner, path, { place: 'Behind the chapel' });
  expect(agreed.body['data']).toMatchObject({
    status: 'agreed',
    phone: requester.member.contact_phone,
    place: 'Behind the chapel',
  });
  expect((await requester.get(path)).body['data']).toMatchObject({
    phone: stage.owner.member.contact_phone,
    place: 'Behind the chapel',
  });
  const { listing } = (await requester.get(`${POSTS}/${stage.post.post_id}`)).body['data'];
  expect(listing).toMatchObject({ status: 'open', amount: 10, amount_left: 6 });
  site.advanceClock(DAY);
  await report(requester, path, { result: 'taken', kg: 60 });
  const done = await report(stage.owner, path, { result: 'part', kg: 50 });
  expect(done.body['data']).toMatchObject({ status: 'done', kg: 50 });
});

test('agreeing twice counts once', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, BALES);
  const path = await agreeWith(stage, await withPhone(site), { amount: 4 });
  expect((await agreeTo(stage.owner, path)).status).toBe(200);
  const { listing } = (await stage.owner.get(`${POSTS}/${stage.post.post_id}`)).body['data'];
  expect(listing.amount_left).toBe(6);
});

test('calling off makes the amount available again, once', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, BALES);
  const requester = await withPhone(site);
  const path = await agreeWith(stage, requester);
  const listing = async () =>
    (await stage.owner.get(`${POSTS}/${stage.post.post_id}`)).body['data'].listing;
  expect(await listing()).toMatchObject({ status: 'promised', amount_left: 0 });
  await callOff(requester, path, { reason: 'The truck broke down.' });
  const again = await callOff(requester, path, { reason: 'The truck broke down.' });
  expect(again.body['data']).toMatchObject({ status: 'called_off', phone: null, place: null });
  expect(await listing()).toMatchObject({ status: 'open', amount_left: 10 });
});

test('a requester who does not come makes the amount available again', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site);
  const requester = await withPhone(site);
  const path = await agreeWith(stage, requester);
  expect((await confirm(requester, path)).body['data'].is_coming).toBe(true);
  await confirm(requester, path, { is_coming: false });
  const { listing } = (await stage.owner.get(`${POSTS}/${stage.post.post_id}`)).body['data'];
  expect(listing.status).toBe('open');
});

test('only the two members see phone and place, until 14 days after the day', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, BALES);
  const [requester, stranger] = [await withPhone(site), await withPhone(site)];
  const path = await agreeWith(stage, requester);
  expect((await stranger.get(path)).status).toBe(404);
  expect((await site.guest().get(path)).status).toBe(401);
  site.advanceClock(15 * DAY);
  expect((await requester.get(path)).body['data'].phone).not.toBeNull();
  site.advanceClock(DAY);
  expect((await requester.get(path)).body['data']).toMatchObject({ phone: null, place: null });
});

test('the two members exchange messages that others cannot read', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site);
  const [requester, stranger] = [await withPhone(site), await withPhone(site)];
  const { body } = await ask(stage, requester);
  const path = `${APPOINTMENTS}/${body['data'].appointment_id}/messages`;
  await requester.post(path, { content: 'Is there a net?' });
  const responded = await stage.owner.post(path, { content: 'Bring your own.' });
  expect(responded.body['data']).toMatchObject([
    { content: 'Is there a net?', is_own: false },
    { content: 'Bring your own.', is_own: true },
  ]);
  expect((await stranger.get(path)).status).toBe(404);
  expect((await stranger.post(path, { content: 'Hello' })).status).toBe(404);
});

test('deleting the post calls its open pickups off; finished ones stay', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, BALES);
  const [early, late] = [await withPhone(site), await withPhone(site)];
  const finished = await agreeWith(stage, early, { amount: 3, day: dayAfter(site, 0) });
  for (const each of [early, stage.owner])
    await report(each, finished, { result: 'taken', kg: 45 });
  const open = await agreeWith(stage, late, { amount: 3 });
  await stage.owner.change('DELETE', `${POSTS}/${stage.post.post_id}`);
  expect((await late.get(open)).body['data']).toMatchObject({
    status: 'called_off',
    post_id: null,
  });
  expect((await early.get(finished)).body['data']).toMatchObject({
    status: 'done',
    kg: 45,
    material: 'rice-straw',
  });
  expect(await getAllNotifications(late)).toMatchObject([
    { title: 'A pickup was called off: its post was deleted' },
  ]);
});
