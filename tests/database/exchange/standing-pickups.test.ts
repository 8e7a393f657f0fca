// A standing pickup is agreed once, and takes its share of each round until a member stops it.
import { expect, test } from 'vitest';

import { CONFIRM_FIELD } from '#lib/contract/people/confirmations.ts';
import { endByClock } from '#lib/server/exchange/appointments/end.ts';
import {
  listLeftOut,
  makeDueRounds,
} from '#lib/server/exchange/appointments/standing/make-rounds.ts';
import { agreeTo, decline, report, skip, stop } from '#tests/support/nouns/appointments.ts';
import { block } from '#tests/support/nouns/blocks.ts';
import { dayAfter, LISTING } from '#tests/support/nouns/listings.ts';
import { titlesOf } from '#tests/support/nouns/notification-requests.ts';
import {
  agreeWith,
  ask,
  pathOf,
  APPOINTMENTS,
  type PickupStage,
  withPhone,
} from '#tests/support/nouns/pickups.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { eachTime, openRoundsOf, weekly } from '#tests/support/nouns/rounds.ts';
import { type ApiResponse, requireOk } from '#tests/support/site/http-browser.ts';
import { repeatWhileUnavailable } from '#tests/support/site/repeat-while-unavailable.ts';
import { type MemberBrowser, openSite, PASSWORD } from '#tests/support/site/site.ts';

const DAY = 86_400_000;

const openRounds = async (amount?: number) => openRoundsOf(await openSite(), amount);

const leftOf = async ({ owner, post }: PickupStage): Promise<number[]> => {
  const { body } = await owner.get(`${POSTS}/${post.post_id}/rounds`);
  return body['data'].map(({ amount_left }: { amount_left: number }) => amount_left);
};

const standingOf = async (browser: MemberBrowser) =>
  (await browser.get(`${APPOINTMENTS}?state=standing`)).body['data'].appointments;

const daysOf = async (browser: MemberBrowser): Promise<string[]> =>
  (await standingOf(browser)).map(({ day }: { day: string }) => day);

test('a standing agreement takes its part of existing and of future rounds', async () => {
  const stage = await openRounds();
  const taker = await withPhone(stage.site);
  await agreeWith(stage, taker, eachTime(stage, 3));
  expect(await leftOf(stage)).toEqual([5, 5, 5, 5]);
  const [first, , , last] = await standingOf(taker);
  expect(first).toMatchObject({ status: 'agreed', amount: 3, place: 'Behind the chapel' });
  expect(first.standing).toMatchObject({ weeks: 1 });
  expect(last).toMatchObject({ status: 'agreed', amount: 3, place: 'Behind the chapel' });
  expect(last.acts).toEqual(expect.arrayContaining(['skip', 'stop']));
  stage.site.advanceClock(7 * DAY);
  await makeDueRounds(stage.site.services);
  await makeDueRounds(stage.site.services);
  expect(await leftOf(stage)).toEqual([5, 5, 5, 5]);
  expect(await daysOf(taker)).toEqual([-5, 2, 9, 16, 23].map((days) => dayAfter(stage.site, days)));
});

test('nothing is taken before the owner agrees, and declining ends the request', async () => {
  const stage = await openRounds();
  const taker = await withPhone(stage.site);
  const path = pathOf(await ask(stage, taker, eachTime(stage, 3)));
  const requested = (await taker.get(path)).body['data'];
  expect(requested.standing).toMatchObject({ weeks: 1 });
  expect(requested.acts).not.toContain('stop');
  for (const each of [taker, stage.owner])
    expect((await stop(each, path)).body['code']).toBe('pickup_ended');
  expect(await leftOf(stage)).toEqual([8, 8, 8, 8]);
  await decline(stage.owner, path, {});
  expect((await taker.get(path)).body['data'].standing).toBeNull();
  // Another one can be requested now.
  pathOf(await ask(stage, taker, eachTime(stage, 2)));
});

test('a quarter of each round stays open, however many agreements run concurrently', async () => {
  const stage = await openRounds(8);
  const most = await ask(stage, await withPhone(stage.site), eachTime(stage, 7));
  expect(most.body['code']).toBe('quarter_stays_open');
  const all = await ask(stage, await withPhone(stage.site), {
    ...eachTime(stage, 1),
    amount: null,
  });
  expect(all.body['code']).toBe('each_time_without_amount');
  const paths: string[] = [];
  for (let nth = 0; nth < 16; nth += 1)
    paths.push(pathOf(await ask(stage, await withPhone(stage.site), eachTime(stage, 1))));
  const responses = await Promise.all(
    paths.map((path) => repeatWhileUnavailable(() => agreeTo(stage.owner, path))),
  );
  const agreed = responses.filter(({ status }) => status === 200);
  const rejected = responses.filter(({ body }) => body['code'] === 'quarter_stays_open');
  expect([agreed.length, rejected.length]).toEqual([6, 10]);
  expect(await leftOf(stage)).toEqual([2, 2, 2, 2]);
  // Others can have the rest.
  await agreeWith(stage, await withPhone(stage.site), { amount: 2, day: dayAfter(stage.site, 9) });
  expect(await leftOf(stage)).toEqual([2, 0, 2, 2]);
});

test('an owner cannot lower the amount below standing agreements', async () => {
  const stage = await openRounds(8);
  await agreeWith(stage, await withPhone(stage.site), eachTime(stage, 3));
  const state = (amount: number) =>
    stage.owner.change('PUT', stage.path, { ...LISTING, ...weekly(stage.site, amount) });
  expect((await state(3)).body['code']).toBe('less_than_agreed');
  expect((await state(4)).status).toBe(200);
  expect(await leftOf(stage)).toEqual([1, 1, 1, 1]);
});

test('either member skips a round, which is not created again and is open to others', async () => {
  const stage = await openRounds();
  const taker = await withPhone(stage.site);
  await agreeWith(stage, taker, eachTime(stage, 3));
  const [, second, third] = await standingOf(taker);
  expect((await skip(taker, `${APPOINTMENTS}/${second.appointment_id}`)).status).toBe(200);
  expect((await skip(taker, `${APPOINTMENTS}/${second.appointment_id}`)).status).toBe(200);
  expect((await skip(stage.owner, `${APPOINTMENTS}/${third.appointment_id}`)).status).toBe(200);
  stage.site.advanceClock(DAY);
  await makeDueRounds(stage.site.services);
  expect(await leftOf(stage)).toEqual([5, 8, 8, 5]);
  expect(await titlesOf(stage.owner)).toEqual(
    expect.arrayContaining([expect.stringMatching(/called the pickup off$/)]),
  );
});

test('one press stops all rounds, with one notice', async () => {
  const stage = await openRounds();
  const taker = await withPhone(stage.site);
  const path = await agreeWith(stage, taker, eachTime(stage, 3));
  const before = (await titlesOf(taker)).length;
  await Promise.all([
    repeatWhileUnavailable(() => stop(stage.owner, path)),
    repeatWhileUnavailable(() => stop(stage.owner, path)),
  ]);
  expect(await leftOf(stage)).toEqual([8, 8, 8, 8]);
  const titles = await titlesOf(taker);
  expect(titles.length).toBe(before + 1);
  expect(titles[0]).toMatch(/stopped your pickups of each round$/);
  stage.site.advanceClock(7 * DAY);
  await makeDueRounds(stage.site.services);
  expect(await leftOf(stage)).toEqual([8, 8, 8, 8]);
  expect(await standingOf(taker)).toEqual([]);
});

test('a stop does not affect today’s pickup', async () => {
  const stage = await openRounds();
  const taker = await withPhone(stage.site);
  const path = await agreeWith(stage, taker, eachTime(stage, 3));
  stage.site.advanceClock(2 * DAY);
  requireOk(await stop(stage.owner, path));
  expect(await leftOf(stage)).toEqual([5, 8, 8, 8, 8]);
  expect((await taker.get(path)).body['data']).toMatchObject({ status: 'agreed', standing: null });
});

test.each(['gone', 'withdrawn'])(
  'a listing that is %s stops its standing pickups, with one notice',
  async (status) => {
    const stage = await openRounds();
    const taker = await withPhone(stage.site);
    await agreeWith(stage, taker, eachTime(stage, 3));
    const before = (await titlesOf(taker)).length;
    for (const _ of [1, 2]) requireOk(await stage.owner.post(`${stage.path}/status`, { status }));
    const titles = await titlesOf(taker);
    expect(titles.length).toBe(before + 1);
    expect(titles[0]).toMatch(/stopped your pickups of each round$/);
    expect(await standingOf(taker)).toEqual([]);
    requireOk(await stage.owner.post(`${stage.path}/status`, { status: 'open' }));
    expect(await leftOf(stage)).toEqual([8, 8, 8, 8]);
  },
);

test('the days with too little left are named, and no others', async () => {
  const stage = await openRounds();
  const { site } = stage;
  await agreeWith(stage, await withPhone(site), { amount: 6, day: dayAfter(site, 9) });
  const taker = await withPhone(site);
  const path = await agreeWith(stage, taker, eachTime(stage, 3));
  const [, third] = await standingOf(taker);
  requireOk(await skip(taker, `${APPOINTMENTS}/${third.appointment_id}`));
  const { standing } = (await taker.get(path)).body['data'];
  expect(await listLeftOut(site.services, standing.standing_id)).toEqual([dayAfter(site, 9)]);
});

test('a standing agreement may take all that is left of one round', async () => {
  const stage = await openRounds();
  const { site } = stage;
  await agreeWith(stage, await withPhone(site), { amount: 5, day: dayAfter(site, 9) });
  const taker = await withPhone(site);
  await agreeWith(stage, taker, eachTime(stage, 3));
  expect(await leftOf(stage)).toEqual([5, 0, 5, 5]);
  expect(await daysOf(taker)).toEqual([2, 9, 16, 23].map((days) => dayAfter(site, days)));
});

test('a single round’s pickup can be neither skipped nor stopped', async () => {
  const stage = await openRounds();
  const path = await agreeWith(stage, await withPhone(stage.site), {
    amount: 1,
    day: dayAfter(stage.site, 2),
  });
  for (const verb of ['skip', 'stop'])
    expect((await stage.owner.post(`${path}/${verb}`)).body['code']).toBe('pickup_ended');
});

const NOT = { result: 'not', reason: 'no_show' };

test('two missed rounds in a row end it and notify both; one does not', async () => {
  const stage = await openRounds();
  const { site, owner } = stage;
  const taker = await withPhone(site);
  await agreeWith(stage, taker, eachTime(stage, 3));
  const [first, second] = await standingOf(taker);
  site.advanceClock(2 * DAY);
  await report(owner, `${APPOINTMENTS}/${first.appointment_id}`, NOT);
  expect((await titlesOf(taker))[0]).not.toMatch(/^Two pickups in a row/);
  site.advanceClock(7 * DAY);
  await makeDueRounds(site.services);
  await report(owner, `${APPOINTMENTS}/${second.appointment_id}`, NOT);
  expect(await leftOf(stage)).toEqual([5, 8, 8, 8, 8]);
  expect((await titlesOf(owner))[0]).toMatch(/^Two pickups in a row/);
  expect((await titlesOf(taker))[0]).toMatch(/^Two pickups in a row/);
});

test('two missed rounds with an unreported one between do not end it', async () => {
  const stage = await openRounds();
  const { site, owner } = stage;
  const taker = await withPhone(site);
  await agreeWith(stage, taker, eachTime(stage, 3));
  const [first, second, third] = await standingOf(taker);
  site.advanceClock(16 * DAY);
  for (const { appointment_id } of [first, third])
    requireOk(await report(owner, `${APPOINTMENTS}/${appointment_id}`, NOT));
  expect((await titlesOf(taker))[0]).not.toMatch(/^Two pickups in a row/);
  requireOk(await report(owner, `${APPOINTMENTS}/${second.appointment_id}`, NOT));
  expect((await titlesOf(taker))[0]).toMatch(/^Two pickups in a row/);
});

test('a round that neither reports is missed', async () => {
  const stage = await openRounds();
  const taker = await withPhone(stage.site);
  await agreeWith(stage, taker, eachTime(stage, 3));
  stage.site.advanceClock(17 * DAY);
  expect(await endByClock(stage.site.services, 'silence')).toBe(1);
  expect((await standingOf(taker)).length).toBe(3);
  stage.site.advanceClock(7 * DAY);
  expect(await endByClock(stage.site.services, 'silence')).toBe(1);
  expect((await titlesOf(taker))[0]).toMatch(/^Two pickups in a row/);
});

const ENDS: Record<string, (stage: PickupStage, taker: MemberBrowser) => Promise<ApiResponse>> = {
  'a block': ({ owner }, taker) => block(owner, taker),
  'an account that leaves': (_, taker) =>
    taker.post('/api/web/account/deletion', { [CONFIRM_FIELD]: PASSWORD }),
  'a listing that is deleted': ({ owner, path }) => owner.change('DELETE', path),
  'a post that is deleted': ({ owner, post }) => owner.change('DELETE', `${POSTS}/${post.post_id}`),
};

test.each(Object.entries(ENDS))('%s ends a standing pickup', async (_, end) => {
  const stage = await openRounds();
  const taker = await withPhone(stage.site);
  await agreeWith(stage, taker, eachTime(stage, 3));
  requireOk(await repeatWhileUnavailable(() => end(stage, taker)));
  const { db } = stage.site.services;
  const open = db.selectFrom('standing_appointments').where('ended_at', 'is', null).select('id');
  expect(await open.execute()).toEqual([]);
  const agreed = db.selectFrom('appointments').where('status', '=', 'agreed').select('id');
  expect(await agreed.execute()).toEqual([]);
});
