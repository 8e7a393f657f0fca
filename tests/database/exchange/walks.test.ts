// Random walks over the acts of appointments, by an owner, two requesters, a steward of one of them, and the clock:
// listed acts succeed, others change nothing, and amounts, half days, rounds and space add up after each step. The
// drills in `tests/crash` kill servers during such acts.
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { mondayOf } from '#lib/contract/days.ts';
import { endByClock } from '#lib/server/exchange/appointments/end.ts';
import { makeDueRounds } from '#lib/server/exchange/appointments/standing/make-rounds.ts';
import { block } from '#tests/support/nouns/blocks.ts';
import { dayAfter, publishListing } from '#tests/support/nouns/listings.ts';
import { bookingIn, MACHINE, MACHINES } from '#tests/support/nouns/machines.ts';
import { type PickupStage, APPOINTMENTS, withPhone } from '#tests/support/nouns/pickups.ts';
import { weekly } from '#tests/support/nouns/rounds.ts';
import { lookAfter } from '#tests/support/nouns/stewards.ts';
import { findWrongSums } from '#tests/support/nouns/sums.ts';
import { CABANATUAN } from '#tests/support/nouns/trips.ts';
import { type ApiResponse, requireOk } from '#tests/support/site/http-browser.ts';
import { type MemberBrowser, openSite, type Site } from '#tests/support/site/site.ts';

// An error that one random walk meets, the next may not.
beforeAll(() => vi.stubEnv('SEEN_ERRORS', ''));
afterAll(() => vi.unstubAllEnvs());

const WALKS = process.env['TEST_ALL'] ? 40 : 15;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Each act with the path of its call, and its input. */
const ACTS = {
  agree: ['agree', {}],
  decline: ['decline', {}],
  call_off: ['call-off', { reason: 'Rain' }],
  place: ['place', { place: 'Behind the chapel' }],
  confirm: ['confirm', { is_coming: false }],
  outcome: ['outcome', { result: 'taken', kg: 60 }],
  correct: ['outcome', { result: 'not', reason: 'other' }],
  message: ['messages', { content: 'On my way' }],
  skip: ['skip', {}],
  stop: ['stop', {}],
} as const;
type Act = keyof typeof ACTS;
const ALL_ACTS = Object.keys(ACTS) as Act[];
const WHO = ['owner', 'ana', 'ben', 'steward'] as const;
type Who = (typeof WHO)[number];

const asker = fc.constantFrom<Who>('ana', 'ben', 'steward');
const amount = fc.integer({ min: 1, max: 5 });
const day = fc.integer({ min: 0, max: 3 });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('ask'), by: asker, amount, day }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('ask each time'), by: asker, amount }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('book'),
      by: asker,
      day,
      half: fc.constantFrom('morning' as const, 'afternoon' as const),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('act'),
      by: fc.constantFrom(...WHO),
      act: fc.constantFrom(...ALL_ACTS, 'agree' as const, 'agree' as const),
      which: fc.nat(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('share'),
      by: asker,
      how: fc.constantFrom('offer-room', 'set-room', 'end-truck', 'join', 'look', 'leave'),
      which: fc.nat(),
      amount,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('away'), day }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait'), hours: fc.integer({ min: 1, max: 40 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type StepOf<K extends string> = Extract<Step, { do: K } & object>;

interface Walk extends Record<Who, MemberBrowser> {
  site: Site;
  straw: string;
  rounds: string;
  machine: string;
  /** of the appointments' calls */
  paths: string[];
}

async function begin(site: Site): Promise<Walk> {
  const [owner, ana, ben, steward] = [
    await withPhone(site),
    await withPhone(site),
    await withPhone(site),
    await withPhone(site),
  ];
  await lookAfter(site, steward, ana);
  const listed = async (listing: object) => (await publishListing(owner, listing)).post.post_id;
  const machine = await listed({ kind: 'service' });
  requireOk(await owner.change('PUT', `${MACHINES}/${machine}`, MACHINE));
  const straw = await listed({ amount: 8, unit: 'bale', until: dayAfter(site, 25) });
  const rounds = await listed(weekly(site, 8));
  await makeDueRounds(site.services);
  return { site, owner, ana, ben, steward, straw, rounds, machine, paths: [] };
}

/** A steward requests for their person. */
const forWhom = ({ ana }: Walk, by: Who) =>
  by === 'steward' ? { for_account: ana.member.id } : {};

async function ask(walk: Walk, by: Who, given: object): Promise<ApiResponse> {
  const response = await walk[by].post(APPOINTMENTS, { ...given, ...forWhom(walk, by) });
  if (response.status === 201)
    walk.paths.push(`${APPOINTMENTS}/${response.body['data'].appointment_id}`);
  return response;
}

const rowOf = ({ site }: Walk, path: string) =>
  site.services.db
    .selectFrom('appointments')
    .where('id', '=', path.split('/').at(-1) ?? '')
    .selectAll()
    .executeTakeFirst();

// The act itself decides whether another has taken it, or nothing is left.
const REJECTED = new Set([
  'nothing_left',
  'more_than_left',
  'half_day_taken',
  'quarter_stays_open',
]);

/** Listed acts succeed; all others are rejected, or change nothing. */
async function takeAct(walk: Walk, { by, act, which }: StepOf<'act'>): Promise<void> {
  const path = walk.paths[which % (walk.paths.length || 1)];
  if (path === undefined) return;
  const shown = await walk[by].get(path);
  const acts: string[] = shown.status === 200 ? shown.body['data'].acts : [];
  const before = await rowOf(walk, path);
  const [name, body] = ACTS[act];
  const response = await walk[by].post(`${path}/${name}`, body);
  if (acts.includes(act) || (act === 'correct' && acts.includes('outcome'))) {
    const isRejected = response.status === 409 && REJECTED.has(String(response.body['code']));
    if (!isRejected) requireOk(response);
  } else if (!(act === 'outcome' && acts.includes('correct'))) {
    expect(response.status).toBeLessThan(500);
    expect(await rowOf(walk, path)).toEqual(before);
  }
}

async function share(walk: Walk, { by, how, which, amount: sacks }: StepOf<'share'>) {
  const path = walk.paths[which % (walk.paths.length || 1)];
  if (path === undefined) return;
  const trip = await walk.site.services.db
    .selectFrom('trips')
    .where('ended_at', 'is', null)
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const bodies = {
    'offer-room': { amount: sacks, unit: 'sack' },
    'set-room': { amount: sacks },
    'end-truck': {},
    join: { trip_id: trip?.id ?? '', amount: sacks },
    look: {},
    leave: {},
  };
  const response = await walk[by].post(`${path}/${how}`, bodies[how]);
  expect(response.status).toBeLessThan(500);
}

const stageOf = ({ site, owner, machine }: Walk): PickupStage => ({
  site,
  owner,
  post: { post_id: machine },
  path: '',
});

/** The owner blocks a morning of the machine, unless it is booked. */
async function goAway({ owner, machine }: Walk, away: string): Promise<void> {
  const body = { week: mondayOf(away), away: [{ day: away, half: 'morning' }] };
  const response = await owner.change('PUT', `${MACHINES}/${machine}/away`, body);
  if (response.body['code'] !== 'half_day_booked') requireOk(response);
}

async function runJobs({ site: { services } }: Walk): Promise<void> {
  await endByClock(services, 'unanswered');
  await endByClock(services, 'silence');
  await endByClock(services, 'over');
  await makeDueRounds(services);
}

async function take(walk: Walk, each: Step): Promise<void> {
  const { site } = walk;
  if (each.do === 'ask') {
    const { by, amount: bales, day: ahead } = each;
    const given = { amount: bales, day: dayAfter(site, ahead), town: CABANATUAN };
    await ask(walk, by, { subject: 'amount', post_id: walk.straw, ...given });
  } else if (each.do === 'ask each time') {
    const { by, amount: bales } = each;
    const { body } = requireOk(await walk.ana.get(`/api/web/forum/posts/${walk.rounds}/rounds`));
    const next = body['data'][0]?.day;
    const given = { amount: bales, day: next, each_time: true };
    if (next) await ask(walk, by, { subject: 'amount', post_id: walk.rounds, ...given });
  } else if (each.do === 'book') {
    const { by, day: ahead, half } = each;
    await ask(walk, by, bookingIn(stageOf(walk), { day: dayAfter(site, ahead), half }));
  } else if (each.do === 'act') await takeAct(walk, each);
  else if (each.do === 'share') await share(walk, each);
  else if (each.do === 'away') await goAway(walk, dayAfter(site, each.day));
  else if (each.do === 'wait') {
    site.advanceClock(each.hours * HOUR);
    await runJobs(walk);
  }
}

/** Leaving and deleting return everything taken. */
async function end(walk: Walk, how: string): Promise<void> {
  if (how === 'block') requireOk(await block(walk.ana, walk.owner));
  if (how === 'no machine')
    requireOk(await walk.owner.change('DELETE', `${MACHINES}/${walk.machine}`));
  if (how === 'no rounds')
    requireOk(await walk.owner.change('DELETE', `/api/web/forum/posts/${walk.rounds}/listing`));
}

test('whatever two members, a steward and the clock do, all amounts add up', async () => {
  const site = await openSite();
  const { db, limits } = site.services;
  const steps = fc.array(step, { minLength: 15, maxLength: 40 });
  const last = fc.constantFrom('nothing', 'block', 'no machine', 'no rounds');
  const property = fc.asyncProperty(steps, last, async (all, ending) => {
    const walk = await begin(site);
    for (const each of all) {
      for (const who of WHO) await limits.forget(walk[who].member.id);
      await take(walk, each);
      expect(await findWrongSums(db)).toEqual([]);
    }
    await end(walk, ending);
    expect(await findWrongSums(db)).toEqual([]);
    site.advanceClock(40 * DAY);
    await runJobs(walk);
    expect(await findWrongSums(db)).toEqual([]);
    const once = db.selectFrom('appointments').where('of_round', 'is', null);
    const left = await once.select('status').execute();
    expect(left.filter(({ status }) => status === 'requested' || status === 'agreed')).toEqual([]);
  });
  await fc.assert(property, { numRuns: WALKS, endOnFailure: true });
});
