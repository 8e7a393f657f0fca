import { expect, test } from 'vitest';

import { endSilentPickups } from '#lib/server/exchange/appointments/end.ts';
import { sumAgreed } from '#lib/server/exchange/appointments/queries.ts';
import { agreeTo, callOff, report } from '#tests/support/nouns/appointments.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import {
  agreeWith,
  ask,
  openPickupStage,
  PICKUPS,
  withPhone,
} from '#tests/support/nouns/pickups.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { repeatWhileUnavailable } from '#tests/support/site/repeat-while-unavailable.ts';
import { openSite } from '#tests/support/site/site.ts';

const DAY = 86_400_000;
const REQUESTERS = 64;

test(
  '64 agreements at once on the last 10 bales give exactly 10',
  { timeout: 60_000 },
  async () => {
    const site = await openSite();
    const stage = await openPickupStage(site, { amount: 10, unit: 'bale' });
    const paths: string[] = [];
    for (let nth = 0; nth < REQUESTERS; nth += 1) {
      const { body } = await ask(stage, await withPhone(site), { amount: 1 });
      paths.push(`${PICKUPS}/${body['data'].appointment_id}/agree`);
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

test('an agreement at the same time as the other calls it off is one of the two, as a whole', async () => {
  const site = await openSite();
  for (let round = 0; round < 5; round += 1) {
    const stage = await openPickupStage(site, { amount: 10, unit: 'bale' });
    const requester = await withPhone(site);
    const { body } = await ask(stage, requester, { amount: 4 });
    const path = `${PICKUPS}/${body['data'].appointment_id}`;
    await Promise.all([
      agreeTo(stage.owner, path),
      callOff(requester, path, { reason: 'Too far.' }),
    ]);
    const { listing } = (await stage.owner.get(`${POSTS}/${stage.post.post_id}`)).body['data'];
    expect((await requester.get(path)).body['data'].status).toBe('called_off');
    expect(listing.amount_left).toBe(10);
  }
});

test('what one side alone says does not count, and ends after 14 days', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site);
  const requester = await withPhone(site);
  const path = await agreeWith(stage, requester);
  site.advanceClock(DAY);
  await report(requester, path, { result: 'taken', kg: 60 });
  site.advanceClock(14 * DAY);
  expect(await endSilentPickups(site.services)).toBe(0);
  site.advanceClock(DAY);
  expect(await endSilentPickups(site.services)).toBe(1);
  expect((await requester.get(path)).body['data']).toMatchObject({ status: 'done', kg: null });
});

test.each([
  ['a pickup', PICKUPS, { post_id: 'x' }],
  [
    'a booking',
    '/api/web/bookings',
    { post_id: 'x', half: 'morning', town: '0304911000', amount: 1 },
  ],
])('%s of what has no id is invalid', async (_, path, input) => {
  const site = await openSite();
  const member = await withPhone(site);
  const response = await member.post(path, { day: dayAfter(site, 1), ...input });
  expect(response).toMatchObject({ status: 400, body: { field_codes: { post_id: 'invalid_id' } } });
});
