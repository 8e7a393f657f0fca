import { expect, test } from 'vitest';

import { agreeTo, callOff, decline } from '#tests/support/nouns/appointments.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import {
  agreeWith,
  ask,
  openPickupStage,
  APPOINTMENTS,
  withPhone,
} from '#tests/support/nouns/pickups.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const BALES = { amount: 10, unit: 'bale' };

interface Case {
  /** of the listing */
  listing?: (site: Site) => object;
  who?: 'owner' | 'without phone';
  days?: number;
  given?: object;
}

test.each<[string, Case, number, string]>([
  ['one’s own listing', { who: 'owner' }, 403, 'own_listing'],
  ['more than is left', { given: { amount: 11 } }, 409, 'more_than_left'],
  ['yesterday', { days: -1 }, 400, 'pickup_day_past'],
  ['a day in 61 days', { days: 61 }, 400, 'pickup_day_too_late'],
  [
    'the day before it is ready',
    { days: 2, listing: (site) => ({ ready_on: dayAfter(site, 3) }) },
    400,
    'pickup_day_before_ready',
  ],
  [
    'the day after its last',
    { days: 6, listing: (site) => ({ until: dayAfter(site, 5) }) },
    400,
    'pickup_day_after_until',
  ],
  ['an unknown town', { given: { town: '9' } }, 400, 'town_invalid'],
  ['half a bale', { given: { amount: 0.5 } }, 400, 'amount_out_of_range'],
  ['no phone number', { who: 'without phone' }, 409, 'contact_required'],
])('asking is rejected: %s', async (_name, { who, days = 1, given, listing }, status, code) => {
  const site = await openSite();
  const stage = await openPickupStage(site, { ...BALES, ...listing?.(site) });
  const member = who === 'without phone' ? await site.signedIn() : await withPhone(site);
  const requester = who === 'owner' ? stage.owner : member;
  const response = await ask(stage, requester, { day: dayAfter(site, days), ...given });
  const codes = Object.values(response.body['field_codes'] ?? {});
  expect([response.status, response.body['code'], ...codes]).toEqual(
    expect.arrayContaining([status, code]),
  );
  expect((await stage.owner.get(APPOINTMENTS)).body['data'].appointments).toEqual([]);
});

test('a member can request a listing once, and again after the pickup was called off', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, BALES);
  const requester = await withPhone(site);
  const { body } = await ask(stage, requester);
  expect((await ask(stage, requester)).body['code']).toBe('pickup_exists');
  await callOff(requester, `${APPOINTMENTS}/${body['data'].appointment_id}`, {
    reason: 'Too far.',
  });
  expect((await ask(stage, requester)).status).toBe(201);
});

test('only the owner agrees and declines', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site);
  const requester = await withPhone(site);
  const { body } = await ask(stage, requester);
  const path = `${APPOINTMENTS}/${body['data'].appointment_id}`;
  for (const verb of ['agree', 'decline'])
    expect((await requester.post(`${path}/${verb}`, {})).body['code']).toBe('pickup_not_yours');
  expect((await decline(stage.owner, path, {})).body['data'].status).toBe('declined');
  expect((await agreeTo(stage.owner, path)).body['code']).toBe('pickup_ended');
});

test('agreed pickups lock a listing’s unit, material and amount', async () => {
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

test('nothing remains of a listing that is gone, even when a pickup is called off', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, BALES);
  const requester = await withPhone(site);
  const path = await agreeWith(stage, requester, { amount: 4 });
  await stage.owner.post(`${stage.path}/status`, { status: 'gone' });
  await callOff(requester, path, { reason: 'Too far.' });
  const { listing } = (await stage.owner.get(`${POSTS}/${stage.post.post_id}`)).body['data'];
  expect(listing).toMatchObject({ status: 'gone', amount_left: 0 });
});

test('pickups are listed with the next one first, then the past ones', async () => {
  const site = await openSite();
  const requester = await withPhone(site);
  const days = [3, 1, 2];
  for (const day of days) {
    const stage = await openPickupStage(site);
    await ask(stage, requester, { day: dayAfter(site, day) });
  }
  const first = (await requester.get(`${APPOINTMENTS}?limit=2`)).body['data'];
  expect(first.appointments.map(({ day }: { day: string }) => day)).toEqual(
    [1, 2].map((n) => dayAfter(site, n)),
  );
  const next = (await requester.get(`${APPOINTMENTS}?limit=2&cursor=${first.nextCursor}`)).body[
    'data'
  ];
  expect(next).toMatchObject({ appointments: [{ day: dayAfter(site, 3) }], nextCursor: null });
  expect((await requester.get(`${APPOINTMENTS}?state=ended`)).body['data'].appointments).toEqual(
    [],
  );
});

test('pickups are possible on the ready day and on the last day', async () => {
  const site = await openSite();
  const days = { ready_on: dayAfter(site, 3), until: dayAfter(site, 5) };
  const stage = await openPickupStage(site, { ...BALES, ...days });
  for (const day of Object.values(days))
    expect((await ask(stage, await withPhone(site), { day })).status).toBe(201);
  const early = await ask(stage, await withPhone(site), { day: dayAfter(site, 2) });
  expect(early.body['fields'].day).toMatch(
    /^It’s ready on \w{3} \d+ \w{3,4}\. Please choose that day/,
  );
});

test('an expired listing cannot be requested, even before the job has run', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, { ...BALES, until: dayAfter(site, 0) });
  site.advanceClock(86_400_000);
  const late = await ask(stage, await withPhone(site), { day: dayAfter(site, 0) });
  expect([late.status, late.body['code']]).toEqual([409, 'listing_not_open']);
});
