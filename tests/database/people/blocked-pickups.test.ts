// The effects of a block on pickups of the two members.
import { expect, test } from 'vitest';

import { agreeTo, report } from '#tests/support/nouns/appointments.ts';
import { block, unblock } from '#tests/support/nouns/blocks.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import {
  agreeWith,
  ask,
  openPickupStage,
  APPOINTMENTS,
  type PickupStage,
  withPhone,
} from '#tests/support/nouns/pickups.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { type MemberBrowser, openSite } from '#tests/support/site/site.ts';

const DAY = 86_400_000;

const stageOf = async () => openPickupStage(await openSite(), { amount: 10, unit: 'bale' });

const listingOf = async ({ owner, post }: PickupStage) =>
  (await owner.get(`${POSTS}/${post.post_id}`)).body['data'].listing;

const statusOf = async (browser: MemberBrowser, path: string) =>
  (await browser.get(path)).body['data'].status;

test('a block calls off agreed pickups, returns their amounts, and notifies the other without the reason', async () => {
  const stage = await stageOf();
  const partner = await withPhone(stage.site);
  const path = await agreeWith(stage, partner, { amount: 10 });
  expect(await listingOf(stage)).toMatchObject({ amount_left: 0, status: 'promised' });
  await block(stage.owner, partner);
  expect(await listingOf(stage)).toMatchObject({ amount_left: 10, status: 'open' });
  for (const each of [stage.owner, partner]) {
    expect(await statusOf(each, path)).toBe('called_off');
    expect((await each.get(path)).body['data']).toMatchObject({ account: null, reason: null });
  }
  const [news] = await getAllNotifications(partner);
  expect(news).toMatchObject({ title: 'A pickup was called off', link_data: null });
  expect(JSON.stringify(news)).not.toMatch(/block/i);
});

test('a block ends an open request, whose notification then leads the owner to their post', async () => {
  const stage = await stageOf();
  const partner = await withPhone(stage.site);
  const { body } = await ask(stage, partner, { amount: 1 });
  await block(partner, stage.owner);
  const path = `${APPOINTMENTS}/${body['data'].appointment_id}`;
  expect(await statusOf(stage.owner, path)).toBe('called_off');
  expect(await agreeTo(stage.owner, path)).toMatchObject({ status: 409 });
  const [news] = await getAllNotifications(stage.owner);
  expect(news).toMatchObject({
    title: 'A pickup was called off',
    link_data: stage.post.post_id,
  });
  // Other notifications between the two are hidden.
  expect(await getAllNotifications(stage.owner)).toHaveLength(1);
});

test('a past pickup still counts, without contact details and texts', async () => {
  const stage = await stageOf();
  const partner = await withPhone(stage.site);
  const path = await agreeWith(stage, partner, { amount: 4, note: 'From Ben' });
  await partner.post(`${path}/messages`, { content: 'Call me' });
  stage.site.advanceClock(2 * DAY);
  await block(stage.owner, partner);
  expect((await stage.owner.get(path)).body['data']).toMatchObject({
    status: 'agreed',
    account: null,
    phone: null,
    note: null,
  });
  expect((await stage.owner.get(`${path}/messages`)).body['data']).toEqual([]);
  expect(await stage.owner.post(`${path}/messages`, { content: 'No' })).toMatchObject({
    status: 409,
    body: { code: 'pickup_ended' },
  });
  for (const each of [stage.owner, partner]) await report(each, path, { result: 'taken', kg: 60 });
  expect((await partner.get(path)).body['data']).toMatchObject({ status: 'done', kg: 60 });
  expect(await getAllNotifications(partner)).toEqual([]);
  // Events during the block made no notification, not even a hidden one.
  await unblock(stage.owner, partner);
  expect(await getAllNotifications(partner)).toMatchObject([{ title: 'Maria Santos agreed' }]);
});

test('a request or agreement concurrent with a block ends with it', async () => {
  const stage = await stageOf();
  for (let round = 0; round < 6; round += 1) {
    const [partner, other] = [await withPhone(stage.site), await withPhone(stage.site)];
    const { body } = await ask(stage, partner, { amount: 1 });
    await Promise.all([
      agreeTo(stage.owner, `${APPOINTMENTS}/${body['data'].appointment_id}`),
      block(partner, stage.owner),
      ask(stage, other, { amount: 1 }),
      block(stage.owner, other),
    ]);
  }
  const { db } = stage.site.services;
  const open = db.selectFrom('appointments').where('status', 'in', ['requested', 'agreed']);
  expect(await open.select('id').execute()).toEqual([]);
  expect(await listingOf(stage)).toMatchObject({ amount_left: 10, status: 'open' });
});

test('after an unblock, the two can request from each other again', async () => {
  const stage = await stageOf();
  const partner = await withPhone(stage.site);
  await agreeWith(stage, partner, { amount: 2 });
  await block(stage.owner, partner);
  expect((await ask(stage, partner)).status).toBe(404);
  await unblock(stage.owner, partner);
  expect((await ask(stage, partner, { day: dayAfter(stage.site, 2) })).status).toBe(201);
});
