// The possible acts on a pickup, by whom and until when, and what else ends it.
import { expect, test } from 'vitest';

import { addDays } from '#lib/contract/days.ts';
import { CONFIRM_FIELD } from '#lib/contract/people/confirmations.ts';
import { endByClock } from '#lib/server/exchange/appointments/end.ts';
import { disableMember } from '#lib/server/people/managed-members/manage-members.ts';
import {
  agreeTo,
  callOff,
  report,
  statePlace,
  appointmentOf,
} from '#tests/support/nouns/appointments.ts';
import { block } from '#tests/support/nouns/blocks.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import { decide } from '#tests/support/nouns/moderation.ts';
import { titlesOf } from '#tests/support/nouns/notification-requests.ts';
import {
  APPOINTMENTS,
  agreeWith,
  ask,
  openPickupStage,
  pathOf,
  type PickupStage,
  withPhone,
} from '#tests/support/nouns/pickups.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { type MemberBrowser, openSite, PASSWORD } from '#tests/support/site/site.ts';

const DAY = 86_400_000;
const BALES = { amount: 10, unit: 'bale' };

const stageOf = async () => openPickupStage(await openSite(), BALES);

const listingOf = async ({ owner, post }: PickupStage) =>
  (await owner.get(`${POSTS}/${post.post_id}`)).body['data'].listing;

const NO_SHOW = { result: 'not', reason: 'no_show' };

const ACTS = [
  ['agree', {}],
  ['decline', {}],
  ['call-off', { reason: 'Busy.' }],
  ['confirm', { is_coming: false }],
  ['confirm', { is_coming: true }],
  ['place', { place: 'Elsewhere' }],
] as const;

test('after its day, a pickup only accepts reports of the outcome', async () => {
  const stage = await stageOf();
  const [requester, waiting] = [await withPhone(stage.site), await withPhone(stage.site)];
  const agreed = await agreeWith(stage, requester, { amount: 4 });
  const requested = pathOf(await ask(stage, waiting, { amount: 4 }));
  stage.site.advanceClock(2 * DAY);
  const before = await listingOf(stage);
  for (const path of [agreed, requested])
    for (const [verb, body] of ACTS) {
      // Agreeing again changes nothing, at any time.
      if (path === agreed && verb === 'agree') continue;
      const { status, body: rejected } = await stage.owner.post(`${path}/${verb}`, body);
      expect([verb, status, rejected['code']]).toEqual([verb, 409, 'pickup_ended']);
    }
  expect(await listingOf(stage)).toEqual(before);
  expect((await appointmentOf(requester, agreed)).acts).toEqual(['message', 'outcome']);
  expect((await appointmentOf(waiting, requested)).acts).toEqual([]);
  expect((await report(requester, agreed, NO_SHOW)).status).toBe(200);
});

test('a requester who did not come cannot erase that: it remains for the record, even on the day itself', async () => {
  const stage = await stageOf();
  const { site, owner } = stage;
  const requester = await withPhone(site);
  for (let nth = 0; nth < 3; nth += 1) {
    const path = await agreeWith(stage, requester, { amount: 1, day: dayAfter(site, 0) });
    await report(owner, path, NO_SHOW);
    for (const [verb, body] of [
      ['call-off', { reason: 'Busy.' }],
      ['confirm', { is_coming: false }],
    ] as const)
      expect((await requester.post(`${path}/${verb}`, body)).body['code']).toBe('pickup_ended');
    expect((await listingOf(stage)).amount_left).toBe(9);
    await report(requester, path, { result: 'not', reason: 'other' });
  }
  const another = await openPickupStage(site);
  const requested = pathOf(await ask(another, requester));
  expect((await appointmentOf(another.owner, requested)).record).toEqual({
    fulfilled: 0,
    agreed: 3,
  });
});

type End = (stage: PickupStage, requester: MemberBrowser) => Promise<unknown>;

const ENDS: [string, End][] = [
  ['a block', ({ owner }, requester) => block(requester, owner)],
  [
    'the deletion of its post',
    ({ owner, post }) => owner.change('DELETE', `${POSTS}/${post.post_id}`),
  ],
  ['the deletion of its listing', ({ owner, path }) => owner.change('DELETE', path)],
  [
    'moderation of its post',
    async ({ site, post }) => {
      const staff = await site.signedIn(await site.member({ role: 'staff' }));
      expect((await decide(staff, 'post', post.post_id)).status).toBeLessThan(300);
    },
  ],
  [
    'a member who is disabled',
    ({ site }, requester) => disableMember(site.services, requester.member.id),
  ],
  [
    'a member who leaves',
    async (_stage, requester) => {
      const requested = await requester.post('/api/web/account/deletion', {
        [CONFIRM_FIELD]: PASSWORD,
      });
      expect(requested.status).toBeLessThan(300);
    },
  ],
];

test.each(ENDS)('%s ends future pickups, but not missed ones', async (_name, end) => {
  const stage = await stageOf();
  const { site, owner } = stage;
  const requester = await withPhone(site);
  const missed = await agreeWith(stage, requester, { amount: 2, day: dayAfter(site, 0) });
  await report(owner, missed, NO_SHOW);
  const rowsOf = () =>
    site.services.db.selectFrom('appointments').selectAll().orderBy('id').execute();
  await end(stage, requester);
  expect(await rowsOf()).toMatchObject([{ status: 'agreed', owner_reason: 'no_show' }]);
  site.advanceClock(16 * DAY);
  expect(await endByClock(site.services, 'silence')).toBe(1);
  expect(await rowsOf()).toMatchObject([{ status: 'done', owner_reason: 'no_show' }]);
});

test.each(ENDS)('%s on the day itself calls off pickups without a report', async (_name, end) => {
  const stage = await stageOf();
  const requester = await withPhone(stage.site);
  await agreeWith(stage, requester, { amount: 2, day: dayAfter(stage.site, 0) });
  await end(stage, requester);
  const rows = await stage.site.services.db.selectFrom('appointments').selectAll().execute();
  expect(rows).toMatchObject([{ status: 'called_off' }]);
});

test('a pickup lists the possible acts of each member, in each state', async () => {
  const stage = await stageOf();
  const { site, owner } = stage;
  const requester = await withPhone(site);
  const path = pathOf(await ask(stage, requester, { amount: 4 }));
  const acts = async () => [
    (await appointmentOf(owner, path)).acts,
    (await appointmentOf(requester, path)).acts,
  ];
  expect(await acts()).toEqual([
    ['agree', 'decline', 'call_off', 'message'],
    ['call_off', 'message', 'look', 'join'],
  ]);
  await agreeTo(owner, path);
  expect(await acts()).toEqual([
    ['call_off', 'place', 'confirm', 'message'],
    ['call_off', 'confirm', 'message', 'offer_room', 'look', 'join'],
  ]);
  site.advanceClock(DAY);
  await report(requester, path, { result: 'taken', kg: 60 });
  expect(await acts()).toEqual([
    ['message', 'outcome'],
    ['message', 'outcome'],
  ]);
  await report(owner, path, { result: 'taken', kg: 60 });
  expect(await acts()).toEqual([['message'], ['message']]);
  site.advanceClock(14 * DAY);
  expect(await acts()).toEqual([['message'], ['message']]);
  site.advanceClock(DAY);
  expect(await acts()).toEqual([[], []]);
});

test('the day before, no one can report the outcome', async () => {
  const stage = await stageOf();
  const requester = await withPhone(stage.site);
  const path = await agreeWith(stage, requester, { amount: 4 });
  const { status, body } = await report(requester, path, { result: 'taken', kg: 60 });
  expect([status, body['code']]).toEqual([409, 'too_early']);
  expect(await appointmentOf(requester, path)).toMatchObject({
    status: 'agreed',
    has_outcome: false,
  });
});

test('a request waits until its day is over, an agreement two weeks longer, by any clock', async () => {
  const stage = await stageOf();
  const requester = await withPhone(stage.site);
  await ask(stage, requester, { amount: 4, day: dayAfter(stage.site, 0) });
  expect(await endByClock(stage.site.services, 'unanswered')).toBe(0);
  stage.site.advanceClock(DAY);
  expect(await endByClock(stage.site.services, 'unanswered')).toBe(1);
});

test('after two weeks nothing can be reported, even before the job has run', async () => {
  const stage = await stageOf();
  const requester = await withPhone(stage.site);
  const path = await agreeWith(stage, requester, { amount: 4 });
  stage.site.advanceClock(16 * DAY);
  const late = await report(requester, path, { result: 'taken', kg: 60 });
  expect([late.status, late.body['code']]).toEqual([409, 'pickup_ended']);
});

test('the owner sets and changes the place from the agreement until the day is over, and the other is notified', async () => {
  const stage = await stageOf();
  const { site, owner } = stage;
  const requester = await withPhone(site);
  const path = pathOf(await ask(stage, requester, { amount: 4 }));
  const early = await statePlace(owner, path, { place: 'The gate' });
  expect([early.status, early.body['code']]).toEqual([409, 'pickup_ended']);
  await agreeTo(owner, path);
  expect((await appointmentOf(requester, path)).place).toBeNull();

  const stated = await statePlace(owner, path, { place: 'Behind the chapel' });
  expect(stated.body['data']).toMatchObject({ status: 'agreed', place: 'Behind the chapel' });
  await statePlace(owner, path, { place: 'At the blue gate' });
  expect((await appointmentOf(requester, path)).place).toBe('At the blue gate');
  const news = 'Maria Santos said where exactly to meet';
  expect(await titlesOf(requester)).toEqual([news, 'Maria Santos agreed']);

  const theirs = await statePlace(requester, path, { place: 'My house' });
  expect([theirs.status, theirs.body['code']]).toEqual([403, 'pickup_not_yours']);
  const empty = await statePlace(owner, path, { place: ' ' });
  expect(empty.body['field_codes']).toEqual({ place: 'place_required' });
});

test('agreeing again only changes the place, if another is given', async () => {
  const stage = await stageOf();
  const requester = await withPhone(stage.site);
  const path = await agreeWith(stage, requester, { amount: 4 });
  for (const body of [{}, { place: 'Behind the chapel' }]) await agreeTo(stage.owner, path, body);
  expect(await titlesOf(requester)).toEqual(['Maria Santos agreed']);
  const { body } = await agreeTo(stage.owner, path, { place: 'At the blue gate' });
  expect(body['data'].place).toBe('At the blue gate');
  expect(await titlesOf(requester)).toHaveLength(2);
  expect((await listingOf(stage)).amount_left).toBe(6);
});

test('an expired promised listing stays so when a pickup is called off', async () => {
  const stage = await stageOf();
  const { site, owner } = stage;
  const requester = await withPhone(site);
  const path = await agreeWith(stage, requester, { day: dayAfter(site, 3) });
  const until = dayAfter(site, 1);
  await owner.change('PUT', stage.path, {
    kind: 'offer',
    material: 'rice-straw',
    town: '0304911000',
    ...BALES,
    until,
    keep_agreed: true,
  });
  site.advanceClock(2 * DAY);
  await callOff(requester, path, { reason: 'Too far.' });
  expect(await listingOf(stage)).toMatchObject({ status: 'promised', amount_left: 10, until });
});

test('an owner cannot agree to more than is left, and the amount stays', async () => {
  const stage = await stageOf();
  const request = async () => pathOf(await ask(stage, await withPhone(stage.site), { amount: 6 }));
  const [first, second] = [await request(), await request()];
  expect((await agreeTo(stage.owner, first)).status).toBe(200);
  const { status, body } = await agreeTo(stage.owner, second);
  expect([status, body['code']]).toEqual([409, 'more_than_left']);
  expect(await listingOf(stage)).toMatchObject({ status: 'open', amount_left: 4 });
  expect((await appointmentOf(stage.owner, second)).status).toBe('requested');
});

test('a page of pickups reads its members’ records in one query', async () => {
  const site = await openSite();
  const requester = await withPhone(site);
  const owners = [];
  for (let nth = 0; nth < 3; nth += 1) {
    const stage = await openPickupStage(site, BALES);
    owners.push(stage.owner.member.id);
    await ask(stage, requester, { day: addDays(dayAfter(site, 1), nth) });
  }
  const { appointments: pickups } = (await requester.get(APPOINTMENTS)).body['data'];
  expect(
    pickups.map((each: { account: { account_id: string } }) => each.account.account_id),
  ).toEqual(owners);
});
