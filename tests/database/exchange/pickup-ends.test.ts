// Pickups whose day, listing or member is gone.
import { expect, test } from 'vitest';

import { endByClock } from '#lib/server/exchange/appointments/end.ts';
import { disableMember } from '#lib/server/people/managed-members/manage-members.ts';
import { agreeTo, report } from '#tests/support/nouns/appointments.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import {
  agreeWith,
  ask,
  openPickupStage,
  pathOf,
  APPOINTMENTS,
  type PickupStage,
  withPhone,
} from '#tests/support/nouns/pickups.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { openSite } from '#tests/support/site/site.ts';

const DAY = 86_400_000;
const BALES = { amount: 10, unit: 'bale' };
const STATED = { kind: 'offer', material: 'rice-straw', town: '0304911000', ...BALES };

const stageOf = async (listing: object = BALES) => openPickupStage(await openSite(), listing);

const listingOf = async ({ owner, post }: PickupStage) =>
  (await owner.get(`${POSTS}/${post.post_id}`)).body['data'].listing;

test('a past request cannot be agreed to, and reduces no amount', async () => {
  const stage = await stageOf();
  const requester = await withPhone(stage.site);
  const path = pathOf(await ask(stage, requester, { amount: 4 }));
  stage.site.advanceClock(2 * DAY);
  expect((await agreeTo(stage.owner, path)).body['code']).toBe('pickup_ended');
  expect(await listingOf(stage)).toMatchObject({ amount_left: 10, status: 'open' });
});

test('a past request ends once, and its member is notified and can request another day', async () => {
  const stage = await stageOf();
  const [requester, later] = [await withPhone(stage.site), await withPhone(stage.site)];
  const path = pathOf(await ask(stage, requester));
  const open = pathOf(await ask(stage, later, { day: dayAfter(stage.site, 3) }));
  stage.site.advanceClock(2 * DAY);
  const { services } = stage.site;
  const counts = await Promise.all(
    Array.from({ length: 4 }, () => endByClock(services, 'unanswered')),
  );
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect((await requester.get(path)).body['data'].status).toBe('called_off');
  expect((await later.get(open)).body['data'].status).toBe('requested');
  const news = await getAllNotifications(requester);
  expect(news.map(({ title }) => title)).toEqual([
    'Your pickup day has passed, and no one agreed. Request another day',
  ]);
  expect((await ask(stage, requester)).status).toBe(201);
});

test.each([
  ['another unit', { unit: 'kg', amount: 1000 }],
  ['another material', { material: 'rice-hull' }],
  ['a need instead of an offer', { kind: 'need' }],
])('nobody agrees to what was requested before the listing had %s', async (_name, change) => {
  const stage = await stageOf();
  const path = pathOf(await ask(stage, await withPhone(stage.site), { amount: 4 }));
  await stage.owner.change('PUT', stage.path, { ...STATED, ...change });
  const before = await listingOf(stage);
  const { status, body } = await agreeTo(stage.owner, path);
  expect([status, body['code']]).toEqual([409, 'listing_changed']);
  expect(await listingOf(stage)).toEqual(before);
});

test('an owner who agrees after the listing was promised reads what to do', async () => {
  const stage = await stageOf();
  const path = pathOf(await ask(stage, await withPhone(stage.site), { amount: 4 }));
  await agreeWith(stage, await withPhone(stage.site));
  const { status, body } = await agreeTo(stage.owner, path);
  expect([status, body['code']]).toEqual([409, 'nothing_left']);
  expect(body['error']).toMatch(/“Not this time”/);
});

test('a request for all of a listing without an amount gets the unit when one is added', async () => {
  const stage = await stageOf({});
  const path = pathOf(await ask(stage, await withPhone(stage.site)));
  await stage.owner.change('PUT', stage.path, STATED);
  const { body } = await agreeTo(stage.owner, path);
  expect(body['data']).toMatchObject({ amount: 10, unit: 'bale' });
});

test('a promised listing is open again when its owner adds to it', async () => {
  const stage = await stageOf();
  await agreeWith(stage, await withPhone(stage.site), { amount: 10 });
  expect(await listingOf(stage)).toMatchObject({ amount_left: 0, status: 'promised' });
  await stage.owner.change('PUT', stage.path, { ...STATED, amount: 12 });
  expect(await listingOf(stage)).toMatchObject({ amount_left: 2, status: 'open' });
});

test('an amount that both report as not handed over is available again', async () => {
  const stage = await stageOf();
  const requester = await withPhone(stage.site);
  const path = await agreeWith(stage, requester, { day: dayAfter(stage.site, 0) });
  expect(await listingOf(stage)).toMatchObject({ amount_left: 0, status: 'promised' });
  for (const each of [stage.owner, requester])
    await report(each, path, { result: 'not', reason: 'other' });
  expect((await requester.get(path)).body['data']).toMatchObject({ status: 'done', kg: 0 });
  expect(await listingOf(stage)).toMatchObject({ amount_left: 10, status: 'open' });
});

test.each(['owner', 'requester'] as const)(
  'a disabled member’s pickups are called off, and the other is notified (the %s is disabled)',
  async (who) => {
    const stage = await stageOf();
    const requester = await withPhone(stage.site);
    const path = await agreeWith(stage, requester, { amount: 4 });
    const [disabled, other] = who === 'owner' ? [stage.owner, requester] : [requester, stage.owner];
    await disableMember(stage.site.services, disabled.member.id);
    expect((await other.get(path)).body['data']).toMatchObject({
      status: 'called_off',
      phone: null,
      place: null,
    });
    const titles = (await getAllNotifications(other)).map(({ title }) => title);
    expect(titles).toContain('A pickup was called off: the other member left');
    const query = stage.site.services.db.selectFrom('listings').selectAll();
    expect(await query.executeTakeFirst()).toMatchObject({ amount_left: 10 });
  },
);

test('a request while the post is deleted is rejected, or called off with it', async () => {
  const site = await openSite();
  const requester = await withPhone(site);
  for (let round = 0; round < 20; round += 1) {
    const stage = await openPickupStage(site, BALES);
    await Promise.all([
      ask(stage, requester),
      stage.owner.change('DELETE', `${POSTS}/${stage.post.post_id}`),
    ]);
  }
  expect((await requester.get(APPOINTMENTS)).body['data'].appointments).toEqual([]);
});
