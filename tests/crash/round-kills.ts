// Kills two servers that create the rounds of repeated listings, each before one of its queries. Each listing must
// have none or all of its rounds, with the agreed pickups of each; and after the next run exactly those.
//   node tests/crash/round-kills.ts [--rounds 100] [--database sqlite|postgres]
import { addListing, addMember, addPost } from '#demo/factories.ts';
import { addDays } from '#lib/contract/days.ts';
import { roundDays, ROUNDS_AHEAD_DAYS } from '#lib/contract/exchange/rounds.ts';
import type { Executor, ListingTable } from '#lib/server/platform/db/schema.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { regionDay } from '#lib/site.ts';

import { type KillDrill, KILLS, runKillDrill } from './kill-drill.ts';
import { runKilledJob, runWholeJob } from './run-killed-job.ts';

const LISTINGS = 6;
const AMOUNT = 4;
// Together as much as may be agreed in advance out of four.
const AGREED = [2, 1];

/** Adds the agreed pickups of each round of a listing, with the pickup of the round before. */
async function addStanding(db: Executor, listing: ListingTable, owner_id: string, amount: number) {
  const { post_id, kind, material, town, unit } = listing;
  const { id: requester_id } = await addMember(db, { password_hash: 'none' });
  const day = listing.repeat_from ?? '';
  const created_at = Date.now();
  const both = { id: newId(), post_id, owner_id, requester_id, amount, created_at };
  await db
    .insertInto('standing_appointments')
    .values({ ...both, first_on: day, agreed_at: created_at, ended_at: null, ended_by: null })
    .execute();
  const own = { id: newId(), standing_id: both.id, of_round: 1 as const, status: 'done' as const };
  const subject = 'amount' as const;
  const of = {
    subject,
    kind,
    material,
    town,
    unit,
    day,
    updated_at: created_at,
    agreed_at: created_at,
  };
  await db
    .insertInto('appointments')
    .values({ ...both, ...of, ...own })
    .execute();
}

/** Adds a listing whose rounds are due. @returns its post */
async function addRepeating(db: Executor, today: string): Promise<string> {
  const { id: author_id } = await addMember(db, { password_hash: 'none' });
  const { id: post_id } = await addPost(db, { author_id });
  const listing = await addListing(db, {
    post_id,
    amount: AMOUNT,
    amount_left: AMOUNT,
    unit: 'bale',
    until: addDays(today, 90),
    repeat_weeks: 1,
    repeat_from: addDays(today, -7),
  });
  for (const amount of AGREED) await addStanding(db, listing, author_id, amount);
  return post_id;
}

/** @returns the problem of a listing's rounds, if any; `none` while there are none */
async function checkListing(db: Executor, postId: string, days: string[]): Promise<string> {
  const rounds = await db
    .selectFrom('listing_rounds')
    .where('post_id', '=', postId)
    .orderBy('day')
    .select(['day', 'amount', 'amount_left'])
    .execute();
  const pickups = await db
    .selectFrom('appointments')
    .where('post_id', '=', postId)
    .where('status', '=', 'agreed')
    .select(['day', 'standing_id', 'amount'])
    .execute();
  if (rounds.length === 0) return pickups.length === 0 ? 'none' : 'pickups without a round';
  const seen = JSON.stringify(rounds.map(({ day }) => day));
  if (seen !== JSON.stringify(days)) return `rounds ${seen}`;
  for (const { day, amount_left } of rounds) {
    const taken = pickups.filter((pickup) => pickup.day === day);
    if (taken.length !== AGREED.length) return `${taken.length} pickups on ${day}`;
    if (new Set(taken.map(({ standing_id }) => standing_id)).size !== taken.length) return 'twice';
    const sum = taken.reduce((all, { amount }) => all + (amount ?? 0), 0);
    if (amount_left !== AMOUNT - sum) return `${amount_left} left on ${day}`;
  }
  return 'all';
}

async function killRepeatedly({ drill, rounds, instance, database }: KillDrill): Promise<void> {
  const { db } = database;
  const today = regionDay(Date.now());
  const from = { repeat_weeks: 1 as const, repeat_from: addDays(today, -7), ready_on: null };
  const until = addDays(today, ROUNDS_AHEAD_DAYS);
  const days = roundDays({ ...from, until }, today, until);
  const add = () =>
    db.transaction().execute(async (tx) => {
      const ids: string[] = [];
      for (let nth = 0; nth < LISTINGS; nth += 1) ids.push(await addRepeating(tx, today));
      return ids;
    });
  const look = async (posts: string[]) =>
    Promise.all(posts.map((postId) => checkListing(db, postId, days)));
  await add();
  const queries = await runWholeJob('rounds', instance);
  console.log(`The rounds of ${LISTINGS} listings take ${queries} queries.`);
  for (let nth = 0; nth < rounds; nth += 1) {
    const posts = await add();
    // The servers share the work: one of them does at least half of it.
    const killAt = () => 1 + Math.floor(((nth + Math.random()) / rounds) * (queries / 2));
    const both = await Promise.all(
      [killAt(), killAt()].map((at) => runKilledJob('rounds', instance, at)),
    );
    drill.count(KILLS, both.some(({ isKilled }) => isKilled) ? 1 : 0);
    for (const state of await look(posts)) {
      drill.count(state === 'all' || state === 'none' ? state : 'half');
      if (state !== 'all' && state !== 'none') drill.fail(state);
    }
    await runWholeJob('rounds', instance);
    drill.fail(...(await look(posts)).filter((state) => state !== 'all'));
  }
}

await runKillDrill(killRepeatedly);
