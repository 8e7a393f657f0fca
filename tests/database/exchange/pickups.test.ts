import { expect, test } from 'vitest';

import { endByClock } from '#lib/server/exchange/appointments/end.ts';
import { sumAgreed } from '#lib/server/exchange/appointments/queries.ts';
import { agreeTo, callOff, report } from '#tests/support/nouns/appointments.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import {
  agreeWith,
  ask,
  openPickupStage,
  APPOINTMENTS,
  withPhone,
} from '#tests/support/nouns/pickups.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { repeatWhileUnavailable } from '#tests/support/site/repeat-while-unavailable.ts';
import { openSite } from '#tests/support/site/site.ts';

const DAY = 86_400_000;
const REQUESTERS = 64;

test(
  '64 concurrent agreements on the last 10 bales give exactly 10',
  { timeout: 60_000 },
  async () => {
    const site = await openSite();
    const stage = await openPickupStage(site, { amount: 10, unit: 'bale' });
    const paths: string[] = [];
    for (let nth = 0; nth < REQUESTERS; nth += 1) {
      const { body } = await ask(stage, await withPhone(site), { amount: 1 });
      paths.push(`${APPOINTMENTS}/${body['data'].appointment_id}/agree`);
    }
    const forget = () => site.services.limits.forget(stage.owner.member.id);
    const responses = await Promise.all(
      paths.map((path) => repeatWhileUnavailable(() => stage.owner.post(path, {}), forget)),
    );
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array<number>(10).fill(200), ...Array<number>(54).fill(409)]);
    const { listing } = (await stage.owner.get(`${POSTS}/${stage.post.post_id}`)).body['data'];
    expect(listing).toMatchObject({ amount_left: 0, status: 'promised' });
    expect(await sumAgreed(site.services.db, stage.post.post_id)).toEqual({ amount: 10 });
  },
);

test('of a concurrent agreement and cancellation, one wins as a whole', async () => {
  const site = await openSite();
  for (let round = 0; round < 5; round += 1) {
    const stage = await openPickupStage(site, { amount: 10, unit: 'bale' });
    const requester = await withPhone(site);
    const { body } = await ask(stage, requester, { amount: 4 });
    const path = `${APPOINTMENTS}/${body['data'].appointment_id}`;
    await Promise.all([
      agreeTo(stage.owner, path),
      callOff(requester, path, { reason: 'Too far.' }),
    ]);
    const { listing } = (await stage.owner.get(`${POSTS}/${stage.post.post_id}`)).body['data'];
    expect((await requester.get(path)).body['data'].status).toBe('called_off');
    expect(listing.amount_left).toBe(10);
  }
});

test('a report by only one member does not count, and the pickup ends after 14 days', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site);
  const requester = await withPhone(site);
  const path = await agreeWith(stage, requester);
  site.advanceClock(DAY);
  await report(requester, path, { result: 'taken', kg: 60 });
  site.advanceClock(14 * DAY);
  expect(await endByClock(site.services, 'silence')).toBe(0);
  site.advanceClock(DAY);
  expect(await endByClock(site.services, 'silence')).toBe(1);
  expect((await requester.get(path)).body['data']).toMatchObject({ status: 'done', kg: null });
});

test.each([
  { subject: 'amount' },
  { subject: 'half_day', half: 'morning', town: '0304911000', amount: 1 },
])('$subject of what has no id is invalid', async (input) => {
  const site = await openSite();
  const member = await withPhone(site);
  const body = { post_id: 'x', day: dayAfter(site, 1), ...input };
  expect(await member.post(APPOINTMENTS, body)).toMatchObject({
    status: 400,
    body: { field_codes: { post_id: 'invalid_id' } },
  });
});

test('a request without its subject is invalid', async () => {
  const site = await openSite();
  const member = await withPhone(site);
  for (const subject of [undefined, null, 'truck'])
    expect(await member.post(APPOINTMENTS, { subject, day: dayAfter(site, 1) })).toMatchObject({
      status: 400,
      body: { field_codes: { subject: 'subject_invalid' } },
    });
});
