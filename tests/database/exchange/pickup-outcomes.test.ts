// The reported outcomes of pickups: which figures count, corrections, and the effect on the listing.
import { expect, test } from 'vitest';

import { report, appointmentOf } from '#tests/support/nouns/appointments.ts';
import { block } from '#tests/support/nouns/blocks.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import { titlesOf } from '#tests/support/nouns/notification-requests.ts';
import {
  agreeWith,
  openPickupStage,
  type PickupStage,
  withPhone,
} from '#tests/support/nouns/pickups.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { type MemberBrowser, openSite } from '#tests/support/site/site.ts';

const DAY = 86_400_000;
const BALES = { amount: 10, unit: 'bale' };
const NO_SHOW = { result: 'not', reason: 'no_show' };

const stageOf = async () => openPickupStage(await openSite(), BALES);

const listingOf = async ({ owner, post }: PickupStage) =>
  (await owner.get(`${POSTS}/${post.post_id}`)).body['data'].listing;

/** A pickup of today with amounts reported by both. */
async function openDiffering(ownerKg: number, requesterKg: number) {
  const stage = await stageOf();
  const requester = await withPhone(stage.site);
  const path = await agreeWith(stage, requester, { day: dayAfter(stage.site, 0) });
  const say = (who: MemberBrowser, kg: number) =>
    report(who, path, kg > 0 ? { result: 'taken', kg } : NO_SHOW);
  await say(stage.owner, ownerKg);
  await say(requester, requesterKg);
  return { ...stage, stage, requester, path, say };
}

test('both see different figures, the lower one counts, and each can correct theirs once', async () => {
  const { owner, requester, path, say } = await openDiffering(240, 30);
  expect(await appointmentOf(owner, path)).toMatchObject({
    status: 'done',
    kg: 30,
    reports: { own: { result: 'taken', kg: 240 }, other: { result: 'taken', kg: 30 } },
    acts: ['message', 'correct'],
  });
  expect((await appointmentOf(requester, path)).reports.own.kg).toBe(30);
  expect((await titlesOf(owner))[0]).toMatch(/gave a different amount\. Please check yours$/);

  expect((await say(requester, 90)).body['data']).toMatchObject({ kg: 90, acts: ['message'] });
  expect((await titlesOf(owner))[0]).toMatch(/corrected how the pickup went$/);
  expect(await say(requester, 95)).toMatchObject({ status: 409, body: { code: 'pickup_ended' } });
  expect((await say(owner, 90)).body['data']).toMatchObject({
    kg: 90,
    reports: null,
    acts: ['message'],
  });
  expect(await say(owner, 95)).toMatchObject({ status: 409, body: { code: 'pickup_ended' } });
});

test('figures can be corrected for two weeks, and a single figure needs no correction', async () => {
  const { site, owner, path, say } = await openDiffering(240, 30);
  site.advanceClock(15 * DAY);
  expect((await appointmentOf(owner, path)).acts).toEqual([]);
  expect((await say(owner, 30)).status).toBe(409);
  const same = await openDiffering(60, 60);
  expect(await appointmentOf(same.owner, same.path)).toMatchObject({
    kg: 60,
    reports: null,
    acts: ['message'],
  });
  expect((await same.say(same.owner, 50)).status).toBe(409);
});

test('if one reports nothing handed over, the listing waits; if both do, the amount is available again', async () => {
  const { stage, owner, requester, path, say } = await openDiffering(0, 30);
  expect(await appointmentOf(owner, path)).toMatchObject({ status: 'done', kg: 0 });
  expect(await listingOf(stage)).toMatchObject({ status: 'promised', amount_left: 0 });
  await say(requester, 0);
  expect(await listingOf(stage)).toMatchObject({ status: 'open', amount_left: 10 });
});

test('members who block each other see none of each other’s figures', async () => {
  const { owner, requester, path } = await openDiffering(240, 30);
  await block(owner, requester);
  for (const each of [owner, requester])
    expect((await appointmentOf(each, path)).reports).toBeNull();
});

test('a listing is gone only once its last pickup is done', async () => {
  const stage = await stageOf();
  const { site, owner } = stage;
  const finish = async (requester: MemberBrowser, path: string) => {
    for (const each of [owner, requester]) await report(each, path, { result: 'taken', kg: 60 });
  };
  const [early, late] = [await withPhone(site), await withPhone(site)];
  const today = { amount: 5, day: dayAfter(site, 0) };
  const [first, second] = [
    await agreeWith(stage, early, today),
    await agreeWith(stage, late, today),
  ];
  await finish(early, first);
  expect(await listingOf(stage)).toMatchObject({ status: 'promised', amount_left: 0 });
  await finish(late, second);
  expect(await listingOf(stage)).toMatchObject({ status: 'gone', amount_left: 0 });
});
