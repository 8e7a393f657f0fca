// The plain forms of a machine's page, and of a booking's.
import { expect, test } from 'vitest';

import {
  bookAgreed,
  MACHINE,
  MACHINES,
  mondayOfMachine,
  nextMonday,
  openMachineStage,
} from '#tests/support/nouns/machines.ts';
import { APPOINTMENTS, openPickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { openSite } from '#tests/support/site/site.ts';

const WORK = { town: '0304911000', amount: '1.5', note: '' };

test('an owner gives a service a machine, changes it, and marks when it is away', async () => {
  const site = await openSite();
  const { owner, post } = await openPickupStage(site, { kind: 'service' });
  const path = `/machines/${post.post_id}`;
  const fields = { action: 'set', machine: 'baler', unit: 'hectare', a_day: '4', reach_km: '30' };
  const wrong = await sendForm(owner, path, { ...fields, a_day: 'many', price_centavos: '-1' });
  expect(wrong.status).toBe(400);
  expect((await wrong.json())['field_codes']).toEqual({
    a_day: 'work_out_of_range',
    price_centavos: 'price_out_of_range',
  });
  const set = await sendForm(owner, path, { ...fields, price_centavos: '1,500' });
  expect(redirectOf(set)).toEqual([303, `${path}?done=saved`]);
  const stage = { site, owner, post, path };
  const week = nextMonday(site);
  const away = { action: 'away', week, away: `${week}.afternoon` };
  expect(redirectOf(await sendForm(owner, path, away))).toEqual([
    303,
    `${path}?week=${week}&done=away`,
  ]);
  expect(await mondayOfMachine(stage, owner)).toEqual(['free', 'away']);
  await sendForm(owner, path, { action: 'away', week });
  expect(await mondayOfMachine(stage, owner)).toEqual(['free', 'free']);
  const { body } = await owner.get(`${MACHINES}/${post.post_id}`);
  expect(body['data'].machine).toMatchObject(MACHINE);
  const removed = await sendForm(owner, path, { action: 'remove' });
  expect(redirectOf(removed)).toEqual([303, `${path}?done=removed`]);
  expect((await owner.get(`${MACHINES}/${post.post_id}`)).status).toBe(404);
});

test('a member books a half day and enters a phone number; a second press returns the same booking', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, post } = stage;
  const ana = await site.signedIn(await site.member({ contact_phone: '' }));
  const path = `/machines/${post.post_id}`;
  const without = await sendForm(ana, path, { action: 'book', ...WORK });
  expect((await without.json())['field_codes']).toEqual({ day: 'half_day_required' });
  const fields = {
    action: 'book',
    day: `${nextMonday(site)}.morning`,
    phone_number: '09171112233',
    ...WORK,
  };
  const wrong = await sendForm(ana, path, { ...fields, amount: 'some', phone_number: '1' });
  expect(wrong.status).toBe(400);
  expect((await ana.get(APPOINTMENTS)).body['data'].appointments).toEqual([]);
  const first = await sendForm(ana, path, fields);
  const [{ appointment_id }] = (await ana.get(APPOINTMENTS)).body['data'].appointments;
  expect(redirectOf(first)).toEqual([303, `/exchange/pickups/${appointment_id}`]);
  expect(redirectOf(await sendForm(ana, path, fields))).toEqual(redirectOf(first));
  expect((await ana.get(APPOINTMENTS)).body['data'].appointments).toMatchObject([
    { amount: 1.5, half: 'morning', note: null, status: 'requested' },
  ]);
});

test('each of the two acts on a booking by its page, and no one else', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, owner } = stage;
  const [ana, jun] = [await withPhone(site), await withPhone(site)];
  const path = (await bookAgreed(stage, ana)).replace(APPOINTMENTS, '/exchange/pickups');
  const callOff = { action: 'call_off', reason: 'Rain' };
  expect((await sendForm(jun, path, callOff)).status).toBe(404);
  const without = await sendForm(owner, path, { action: 'call_off' });
  expect((await without.json())['field_codes']).toEqual({ reason: 'reason_required' });
  expect(redirectOf(await sendForm(owner, path, callOff))).toEqual([303, `${path}?done=call_off`]);
  const again = await sendForm(owner, path, { action: 'agree' });
  expect([again.status, (await again.json()).code]).toEqual([409, 'booking_ended']);
});
