// The rounds of repeated listings: each is created once, and gives out its amount.
import { expect, onTestFinished, test } from 'vitest';

import { addDays } from '#lib/contract/days.ts';
import { weekdayOf } from '#lib/contract/exchange/rounds.ts';
import { createAppServer } from '#lib/server/app/app-server.ts';
import { makeDueRounds } from '#lib/server/exchange/appointments/standing/make-rounds.ts';
import { canRequest } from '#lib/server/exchange/rounds/list-rounds.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { agreeTo, callOff, report } from '#tests/support/nouns/appointments.ts';
import { dayAfter, LISTING, publishListing } from '#tests/support/nouns/listings.ts';
import {
  agreeWith,
  ask,
  openPickupStage,
  pathOf,
  type PickupStage,
  withPhone,
} from '#tests/support/nouns/pickups.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { repeatWhileUnavailable } from '#tests/support/site/repeat-while-unavailable.ts';
import { runSharedJobs } from '#tests/support/site/shared-jobs.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const DAY = 86_400_000;
const REQUESTERS = 64;

/** A listing with a weekly round of three truckloads, the first in two days. */
const weekly = (site: Site, given: object = {}) => ({
  amount: 3,
  unit: 'truckload',
  until: dayAfter(site, 100),
  repeat: { weeks: 1, weekday: weekdayOf(dayAfter(site, 2)) },
  ...given,
});

/** A second server on the database, with the same clock. */
async function openSecond({ services }: Site): Promise<Services> {
  const { config, now } = services;
  const second = await createAppServer(config, {
    clocks: { now },
    logDestination: { write: () => undefined },
  });
  onTestFinished(() => second.close());
  return second.services;
}

const listMade = async ({ services }: Site): Promise<string[]> => {
  const query = services.db.selectFrom('listing_rounds').orderBy('post_id').orderBy('day');
  return (await query.select('day').execute()).map(({ day }) => day);
};

const roundsOf = async ({ owner, post }: PickupStage) =>
  (await owner.get(`${POSTS}/${post.post_id}/rounds`)).body['data'];

/** An update of the listing. */
const stateAgain = ({ site, owner, path }: PickupStage, given: object = {}) =>
  owner.change('PUT', path, { ...LISTING, ...weekly(site, given) });

test('two concurrent servers create each round of the next four weeks once', async () => {
  const site = await openSite();
  await openPickupStage(site, weekly(site));
  const second = await openSecond(site);
  const made = await Promise.all([site.services, second, site.services].map(makeDueRounds));
  const days = [2, 9, 16, 23].map((later) => dayAfter(site, later));
  expect(await listMade(site)).toEqual(days);
  expect(made.reduce((sum, count) => sum + count, 0)).toBe(days.length);
  expect(await makeDueRounds(second)).toBe(0);
});

test('a listing for every second or fourth week has rounds in those weeks only', async () => {
  const site = await openSite();
  const weekday = weekdayOf(dayAfter(site, 2));
  await openPickupStage(site, weekly(site, { repeat: { weeks: 2, weekday } }));
  await openPickupStage(site, weekly(site, { repeat: { weeks: 4, weekday } }));
  for (let week = 0; week < 9; week += 1) {
    await makeDueRounds(site.services);
    site.advanceClock(7 * DAY);
  }
  const first = addDays(dayAfter(site, 2), -63);
  const [second, fourth] = [
    [0, 14, 28, 42, 56, 70],
    [0, 28, 56],
  ];
  const expected = [...second, ...fourth].map((days) => addDays(first, days));
  expect((await listMade(site)).toSorted()).toEqual(expected.toSorted());
});

test('a site that was off for two weeks creates the future rounds, and no past ones', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, weekly(site));
  site.advanceClock(14 * DAY);
  await makeDueRounds(site.services);
  const days = [2, 9, 16, 23].map((later) => dayAfter(site, later));
  expect(await listMade(site)).toEqual(days);
  const rounds = days.map((day) => ({ day, amount: 3, amount_left: 3, is_requested: false }));
  expect(await roundsOf(stage)).toEqual(rounds);
});

test('no round is after the last day, or before the listing is ready', async () => {
  const site = await openSite();
  const given = { ready_on: dayAfter(site, 3), until: dayAfter(site, 20) };
  await openPickupStage(site, weekly(site, given));
  for (let day = 0; day < 30; day += 5) {
    await makeDueRounds(site.services);
    site.advanceClock(5 * DAY);
  }
  const today = dayAfter(site, -30);
  expect(await listMade(site)).toEqual([addDays(today, 9), addDays(today, 16)]);
});

test('a clock 40 days ahead creates no round, and the right one creates all', async () => {
  const site = await openSite();
  await site.services.clock.check();
  await openPickupStage(site, weekly(site));
  site.shiftClock(40 * DAY);
  await runSharedJobs(site.services);
  expect(await listMade(site)).toEqual([]);
  site.shiftClock(-40 * DAY);
  await makeDueRounds(site.services);
  expect(await listMade(site)).toEqual([2, 9, 16, 23].map((later) => dayAfter(site, later)));
});

test('64 concurrent agreements on one round give exactly its amount, and other rounds stay as they are', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, weekly(site, { amount: 10 }));
  const paths: string[] = [];
  for (let nth = 0; nth < REQUESTERS; nth += 1) {
    const given = { amount: 1, day: dayAfter(site, 9) };
    paths.push(pathOf(await ask(stage, await withPhone(site), given)));
  }
  const forget = () => site.services.limits.forget(stage.owner.member.id);
  const responses = await Promise.all(
    paths.map((path) => repeatWhileUnavailable(() => agreeTo(stage.owner, path), forget)),
  );
  const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([...Array<number>(10).fill(200), ...Array<number>(54).fill(409)]);
  const rounds: { amount_left: number }[] = await roundsOf(stage);
  expect(rounds.map(({ amount_left }) => amount_left)).toEqual([10, 0, 10, 10]);
  const { listing } = (await stage.owner.get(`${POSTS}/${stage.post.post_id}`)).body['data'];
  expect(listing).toMatchObject({ amount_left: 10, status: 'open' });
}, 60_000);

test('a member requests several rounds, each once, and only on their days', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, weekly(site));
  const requester = await withPhone(site);
  const path = await agreeWith(stage, requester, { amount: 2, day: dayAfter(site, 2) });
  const again = await ask(stage, requester, { amount: 1, day: dayAfter(site, 2) });
  expect(again).toMatchObject({ status: 409, body: { code: 'pickup_exists' } });
  const more = await ask(stage, await withPhone(site), { amount: 2, day: dayAfter(site, 2) });
  expect(more.body['code']).toBe('more_than_left');
  const between = await ask(stage, requester, { amount: 1, day: dayAfter(site, 3) });
  expect(between.body['code']).toBe('pickup_day_without_round');
  pathOf(await ask(stage, requester, { amount: 3, day: dayAfter(site, 9) }));
  await callOff(requester, path, { reason: 'The truck is broken.' });
  const rounds: { amount_left: number }[] = await roundsOf(stage);
  expect(rounds.map(({ amount_left }) => amount_left)).toEqual([3, 3, 3, 3]);
});

test('updating a listing preserves the agreements on its rounds', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, weekly(site));
  await makeDueRounds(site.services);
  await agreeWith(stage, await withPhone(site), { amount: 2, day: dayAfter(site, 9) });
  const state = (given: object) => stateAgain(stage, given);
  const { weekday } = weekly(site).repeat;
  const moved = await state({ repeat: { weeks: 2, weekday } });
  expect(moved.body['code']).toBe('agreed_already');
  expect((await state({ amount: 1 })).body['code']).toBe('less_than_agreed');
  expect((await state({ amount: 5 })).status).toBe(200);
  await makeDueRounds(site.services);
  const rounds: { amount_left: number }[] = await roundsOf(stage);
  expect(rounds.map(({ amount_left }) => amount_left)).toEqual([5, 3, 5, 5]);
});

test('updating a listing does not give out what was picked up today', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, weekly(site));
  const { repeat } = weekly(site);
  const requester = await withPhone(site);
  const path = await agreeWith(stage, requester, { amount: 2, day: dayAfter(site, 2) });
  site.advanceClock(2 * DAY);
  for (const each of [stage.owner, requester])
    requireOk(await report(each, path, { result: 'taken', kg: 900 }));
  requireOk(await stateAgain(stage, { repeat }));
  await makeDueRounds(site.services);
  const rounds: { amount_left: number }[] = await roundsOf(stage);
  expect(rounds.map(({ amount_left }) => amount_left)).toEqual([1, 3, 3, 3, 3]);
});

test('a round with nothing left cannot be requested', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, weekly(site));
  await agreeWith(stage, await withPhone(site), { amount: 3, day: dayAfter(site, 2) });
  const requester = await withPhone(site);
  pathOf(await ask(stage, requester, { amount: 1, day: dayAfter(site, 9) }));
  const { body } = await requester.get(`${POSTS}/${stage.post.post_id}/rounds`);
  const free: { day: string }[] = body['data'].filter(canRequest);
  expect(free.map(({ day }) => day)).toEqual([16, 23].map((later) => dayAfter(site, later)));
});

test('the rest of rounds cannot be set, and standing requests need rounds', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, weekly(site));
  const sent = { status: 'open', amount_left: 1 };
  const { body } = await stage.owner.post(`${stage.path}/status`, sent);
  expect(body['field_codes']).toEqual({ amount_left: 'amount_left_of_rounds' });
  requireOk(await stage.owner.post(`${stage.path}/status`, { status: 'gone' }));
  requireOk(await stage.owner.post(`${stage.path}/status`, { status: 'open' }));
  requireOk(await stateAgain(stage, { repeat: null, until: dayAfter(site, 20) }));
  const response = await ask(stage, await withPhone(site), { amount: 1, each_time: true });
  expect(response.body['code']).toBe('each_time_without_rounds');
  // The form has no more field of rounds for it.
  expect(response.body['field_codes']).toBeUndefined();
});

test('a listing says how often it repeats, in words of its own', async () => {
  const site = await openSite();
  const owner = await withPhone(site);
  const repeat = { weeks: 1, weekday: 2 };
  const { post } = await publishListing(owner, weekly(site, { repeat }));
  expect(post.listing).toMatchObject({ repeat, amount: 3, amount_left: 3 });
  expect(post.listing.facts[2]).toBe('every Tuesday, 3 truckloads');
});
