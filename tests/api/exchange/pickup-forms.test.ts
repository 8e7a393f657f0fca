// The plain forms of a listing's page and of a pickup's.
import { expect, test } from 'vitest';

import { dayAfter } from '#tests/support/nouns/listings.ts';
import {
  agreeWith,
  openPickupStage,
  APPOINTMENTS,
  withPhone,
} from '#tests/support/nouns/pickups.ts';
import { codeOf, redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { openSite } from '#tests/support/site/site.ts';

test('a request that is sent twice makes one pickup, and leads to it', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site);
  const requester = await withPhone(site);
  const fields = { day: dayAfter(site, 1), note: 'I bring two men.' };
  const sent = await Promise.all(
    ['once', 'again'].map(() => sendForm(requester, `/exchange/${stage.post.post_id}`, fields)),
  );
  const { appointments: pickups } = (await requester.get(APPOINTMENTS)).body['data'];
  expect(pickups).toHaveLength(1);
  const path = `/exchange/pickups/${pickups[0].appointment_id}`;
  expect(sent.map(redirectOf)).toEqual([
    [303, path],
    [303, path],
  ]);
});

test.each([
  ['1,000', 1000],
  ['40', 40],
  ['', null],
])('“%s” of 1,200 are asked for', async (typed, amount) => {
  const site = await openSite();
  const stage = await openPickupStage(site, { amount: 1200, unit: 'bundle' });
  const requester = await withPhone(site);
  const fields = { day: dayAfter(site, 1), amount: typed };
  expect((await sendForm(requester, `/exchange/${stage.post.post_id}`, fields)).status).toBe(303);
  expect((await requester.get(APPOINTMENTS)).body['data'].appointments).toMatchObject([{ amount }]);
});

test.each(['0x10', '1e1', '1,00', '-5'])(
  '“%s” is neither an amount nor kilograms',
  async (typed) => {
    const site = await openSite();
    const stage = await openPickupStage(site, { amount: 1200, unit: 'bundle' });
    const requester = await withPhone(site);
    const path = `/exchange/${stage.post.post_id}`;
    const requested = await sendForm(requester, path, { day: dayAfter(site, 1), amount: typed });
    expect((await requested.json()).field_codes).toEqual({ amount: 'amount_out_of_range' });
    const pickup = (await agreeWith(stage, requester, { day: dayAfter(site, 0) }))
      .split('/')
      .at(-1);
    const outcome = { action: 'outcome', result: 'taken', kg: typed };
    const stated = await sendForm(requester, `/exchange/pickups/${pickup}`, outcome);
    expect((await stated.json()).field_codes).toEqual({ kg: 'kg_out_of_range' });
  },
);

test('the form of a pickup sets the exact place', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site);
  const requester = await withPhone(site);
  const api = await agreeWith(stage, requester);
  const page = api.replace('/api/web/appointments', '/exchange/pickups');
  const sent = await sendForm(stage.owner, page, { action: 'place', place: 'At the blue gate' });
  expect(redirectOf(sent)).toEqual([303, `${page}?done=place`]);
  expect((await requester.get(api)).body['data'].place).toBe('At the blue gate');
});

test.each(['+63 917 123 4567', '0063 917 123 4567', '0917.123.4567'])(
  'the forms to request and to agree read %s as 09171234567',
  async (typed) => {
    const site = await openSite();
    const { owner, post } = await openPickupStage(site);
    const { db } = site.services;
    await db.updateTable('members').set({ contact_phone: null }).execute();
    const requester = await site.signedIn(await site.member({ contact_phone: null }));
    const fields = { day: dayAfter(site, 1), phone_number: typed };
    await sendForm(requester, `/exchange/${post.post_id}`, fields);
    const [{ appointment_id }] = (await requester.get(APPOINTMENTS)).body['data'].appointments;
    const agree = { action: 'agree', phone_number: typed };
    await sendForm(owner, `/exchange/pickups/${appointment_id}`, agree);
    for (const browser of [requester, owner])
      expect((await browser.get('/api/web/account/profile')).body['data'].contact_phone).toBe(
        '09171234567',
      );
  },
);

test('a form without a token, or from another site, requests and changes nothing', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site);
  const requester = await withPhone(site);
  const path = `/exchange/${stage.post.post_id}`;
  const fields = { day: dayAfter(site, 1) };
  const forged = await sendForm(requester, path, { ...fields, csrf_token: '' });
  expect(await codeOf(forged)).toEqual([403, 'invalid_csrf_token']);
  const foreign = await sendForm(requester, path, fields, { origin: 'https://evil.example' });
  expect(await codeOf(foreign)).toEqual([403, 'cross_origin']);
  expect((await requester.get(APPOINTMENTS)).body['data'].appointments).toEqual([]);

  await sendForm(requester, path, fields);
  const [{ appointment_id }] = (await requester.get(APPOINTMENTS)).body['data'].appointments;
  const agree = { action: 'agree', csrf_token: await requester.token() };
  const sent = await sendForm(stage.owner, `/exchange/pickups/${appointment_id}`, agree);
  expect(await codeOf(sent)).toEqual([403, 'invalid_csrf_token']);
  expect((await requester.get(`${APPOINTMENTS}/${appointment_id}`)).body['data'].status).toBe(
    'requested',
  );
});
