import { expect, test } from 'vitest';

import { dayAfter } from '#tests/support/listings.ts';
import { getAllNotifications } from '#tests/support/notification-requests.ts';
import { agreeWith, ask, openPickupStage, PICKUPS, withPhone } from '#tests/support/pickups.ts';
import { POSTS } from '#tests/support/posts.ts';
import { openSite } from '#tests/support/site.ts';

const DAY = 86_400_000;
const BALES = { amount: 10, unit: 'bale', barangay: 'San Roque' };

test('a member asks, the owner agrees, both see phone and place, and both say how it went', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, BALES);
  const asker = await withPhone(site);
  const asked = await ask(stage, asker, { amount: 4, vehicle: 'Elf truck', town: '0304903000' });
  expect(asked).toMatchObject({
    status: 201,
    body: { data: { status: 'asked', role: 'taking', amount: 4, phone: null, place: null } },
  });
  const path = `${PICKUPS}/${asked.body['data'].pickup_id}`;
  const seen = await stage.owner.get(path);
  expect(seen.body['data']).toMatchObject({ role: 'giving', vehicle: 'Elf truck', phone: null });
  expect(seen.body['data'].distance_km).toBeGreaterThan(10);
  const agreed = await stage.owner.post(`${path}/agree`, { place: 'Behind the chapel' });
  expect(agreed.body['data']).toMatchObject({
    status: 'agreed',
    phone: asker.member.contact_phone,
    place: 'Behind the chapel',
  });
  expect((await asker.get(path)).body['data']).toMatchObject({
    phone: stage.owner.member.contact_phone,
    place: 'Behind the chapel',
  });
  const { listing } = (await asker.get(`${POSTS}/${stage.post.post_id}`)).body['data'];
  expect(listing).toMatchObject({ status: 'open', amount: 10, amount_left: 6 });
  site.advanceClock(DAY);
  await asker.post(`${path}/outcome`, { result: 'taken', kg: 60 });
  const done = await stage.owner.post(`${path}/outcome`, { result: 'part', kg: 50 });
  expect(done.body['data']).toMatchObject({ status: 'done', kg: 50 });
});

test('agreeing twice counts once', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, BALES);
  const path = await agreeWith(stage, await withPhone(site), { amount: 4 });
  expect((await stage.owner.post(`${path}/agree`, {})).status).toBe(200);
  const { listing } = (await stage.owner.get(`${POSTS}/${stage.post.post_id}`)).body['data'];
  expect(listing.amount_left).toBe(6);
});

test('what is called off is left again, once', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, BALES);
  const asker = await withPhone(site);
  const path = await agreeWith(stage, asker);
  const listing = async () =>
    (await stage.owner.get(`${POSTS}/${stage.post.post_id}`)).body['data'].listing;
  expect(await listing()).toMatchObject({ status: 'promised', amount_left: 0 });
  await asker.post(`${path}/call-off`, { reason: 'The truck broke down.' });
  const again = await asker.post(`${path}/call-off`, { reason: 'The truck broke down.' });
  expect(again.body['data']).toMatchObject({ status: 'called_off', phone: null, place: null });
  expect(await listing()).toMatchObject({ status: 'open', amount_left: 10 });
});

test('who does not come gives the amount back', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site);
  const asker = await withPhone(site);
  const path = await agreeWith(stage, asker);
  expect((await asker.post(`${path}/confirm`, { is_coming: true })).body['data'].is_coming).toBe(
    true,
  );
  await asker.post(`${path}/confirm`, { is_coming: false });
  const { listing } = (await stage.owner.get(`${POSTS}/${stage.post.post_id}`)).body['data'];
  expect(listing.status).toBe('open');
});

test('phone and place are shown to nobody else, and to the two until 14 days after the day', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, BALES);
  const [asker, stranger] = [await withPhone(site), await withPhone(site)];
  const path = await agreeWith(stage, asker);
  expect((await stranger.get(path)).status).toBe(404);
  expect((await site.guest().get(path)).status).toBe(401);
  site.advanceClock(15 * DAY);
  expect((await asker.get(path)).body['data'].phone).not.toBeNull();
  site.advanceClock(DAY);
  expect((await asker.get(path)).body['data']).toMatchObject({ phone: null, place: null });
});

test('the two write to each other; others read nothing', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site);
  const [asker, stranger] = [await withPhone(site), await withPhone(site)];
  const { body } = await ask(stage, asker);
  const path = `${PICKUPS}/${body['data'].pickup_id}/messages`;
  await asker.post(path, { content: 'Is there a net?' });
  const answered = await stage.owner.post(path, { content: 'Bring your own.' });
  expect(answered.body['data']).toMatchObject([
    { content: 'Is there a net?', is_own: false },
    { content: 'Bring your own.', is_own: true },
  ]);
  expect((await stranger.get(path)).status).toBe(404);
  expect((await stranger.post(path, { content: 'Hello' })).status).toBe(404);
});

test('deleting the post calls its open pick-ups off; finished ones stay', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, BALES);
  const [early, late] = [await withPhone(site), await withPhone(site)];
  const finished = await agreeWith(stage, early, { amount: 3, day: dayAfter(site, 0) });
  for (const each of [early, stage.owner])
    await each.post(`${finished}/outcome`, { result: 'taken', kg: 45 });
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
    { title: 'A pick-up was called off: its post was deleted' },
  ]);
});

interface Case {
  who?: 'owner' | 'without phone';
  days?: number;
  given?: object;
}

test.each<[string, Case, number, string]>([
  ['one’s own listing', { who: 'owner' }, 403, 'own_listing'],
  ['more than is left', { given: { amount: 11 } }, 409, 'more_than_left'],
  ['yesterday', { days: -1 }, 400, 'pickup_day_past'],
  ['a day in 61 days', { days: 61 }, 400, 'pickup_day_too_late'],
  ['an unknown town', { given: { town: '9' } }, 400, 'town_invalid'],
  ['half a bale', { given: { amount: 0.5 } }, 400, 'amount_out_of_range'],
  ['no phone number', { who: 'without phone' }, 409, 'contact_required'],
])('asking is rejected: %s', async (_name, { who, days = 1, given }, status, code) => {
  const site = await openSite();
  const stage = await openPickupStage(site, BALES);
  const member = who === 'without phone' ? await site.signedIn() : await withPhone(site);
  const asker = who === 'owner' ? stage.owner : member;
  const response = await ask(stage, asker, { day: dayAfter(site, days), ...given });
  const codes = Object.values(response.body['field_codes'] ?? {});
  expect([response.status, response.body['code'], ...codes]).toEqual(
    expect.arrayContaining([status, code]),
  );
  expect((await stage.owner.get(PICKUPS)).body['data'].pickups).toEqual([]);
});

test('a member asks once for a listing, and again after it was called off', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, BALES);
  const asker = await withPhone(site);
  const { body } = await ask(stage, asker);
  expect((await ask(stage, asker)).body['code']).toBe('pickup_exists');
  await asker.post(`${PICKUPS}/${body['data'].pickup_id}/call-off`, { reason: 'Too far.' });
  expect((await ask(stage, asker)).status).toBe(201);
});

test('only the owner agrees and declines', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site);
  const asker = await withPhone(site);
  const { body } = await ask(stage, asker);
  const path = `${PICKUPS}/${body['data'].pickup_id}`;
  for (const verb of ['agree', 'decline'])
    expect((await asker.post(`${path}/${verb}`, {})).body['code']).toBe('pickup_not_yours');
  expect((await stage.owner.post(`${path}/decline`, {})).body['data'].status).toBe('declined');
  expect((await stage.owner.post(`${path}/agree`, {})).body['code']).toBe('pickup_ended');
});

test('what is agreed locks unit, material and the amount of a listing', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, BALES);
  await agreeWith(stage, await withPhone(site), { amount: 4 });
  const state = { kind: 'offer', material: 'rice-straw', town: '0304911000', ...BALES };
  const put = (change: object) => stage.owner.change('PUT', stage.path, { ...state, ...change });
  expect((await put({ material: 'rice-hull' })).body['field_codes']).toEqual({
    material: 'agreed_already',
  });
  expect((await put({ unit: 'kg' })).body['field_codes']).toEqual({ unit: 'agreed_already' });
  expect((await put({ amount: 3 })).body['field_codes']).toEqual({ amount: 'less_than_agreed' });
  expect((await put({ amount: 12 })).body['data']).toMatchObject({ amount: 12, amount_left: 8 });
});

test('pick-ups are listed, the next first, then those that have ended', async () => {
  const site = await openSite();
  const asker = await withPhone(site);
  const days = [3, 1, 2];
  for (const day of days) {
    const stage = await openPickupStage(site);
    await ask(stage, asker, { day: dayAfter(site, day) });
  }
  const first = (await asker.get(`${PICKUPS}?limit=2`)).body['data'];
  expect(first.pickups.map(({ day }: { day: string }) => day)).toEqual(
    [1, 2].map((n) => dayAfter(site, n)),
  );
  const next = (await asker.get(`${PICKUPS}?limit=2&cursor=${first.nextCursor}`)).body['data'];
  expect(next).toMatchObject({ pickups: [{ day: dayAfter(site, 3) }], nextCursor: null });
  expect((await asker.get(`${PICKUPS}?state=ended`)).body['data'].pickups).toEqual([]);
});
