// The calls that replace plain forms about appointments, so that they can wait for a connection.
import { expect, test } from 'vitest';

import { canWait, requestOfForm } from '#lib/contract/exchange/appointment-forms.ts';
import {
  AppointmentInput,
  CallOffInput,
  ComingInput,
  OutcomeInput,
} from '#lib/contract/exchange/appointments.ts';

const ID = '0198c0de-0000-7000-8000-00000000beef';
const PICKUP = `/exchange/pickups/${ID}`;
const CALL = `web/appointments/${ID}`;

const of = (path: string, fields: Record<string, string>) =>
  requestOfForm(path, new URLSearchParams(fields));

test.each([
  ['agree', {}, 'agree', { place: null }],
  ['decline', {}, 'decline', {}],
  ['call_off', { reason: 'Rain' }, 'call-off', { reason: 'Rain' }],
  ['not_coming', {}, 'confirm', { is_coming: false }],
  ['coming', {}, 'confirm', { is_coming: true }],
  ['message', { content: 'At noon?' }, 'messages', { content: 'At noon?' }],
])('the form %s is a call', (action, fields, call, json) => {
  expect(of(PICKUP, { action, ...fields })).toEqual({ path: `${CALL}/${call}`, json });
});

test('the calls accept what the forms send', () => {
  const outcome = of(PICKUP, { action: 'outcome', result: 'part', kg: '1,200' });
  expect(OutcomeInput.parse(outcome?.json)).toMatchObject({ result: 'part', kg: 1200 });
  expect(CallOffInput.safeParse(of(PICKUP, { action: 'call_off' })?.json).success).toBe(false);
  expect(ComingInput.safeParse(of(PICKUP, { action: 'coming' })?.json).success).toBe(true);
  const amount = of(`/exchange/${ID}`, { amount: '', day: '2026-12-01', each_time: 'on' });
  expect(AppointmentInput.parse(amount?.json)).toMatchObject({
    subject: 'amount',
    post_id: ID,
    amount: null,
    each_time: true,
  });
  const halfDay = { action: 'book', day: '2026-12-01.morning', amount: '1.5', town: '0304911000' };
  expect(AppointmentInput.parse(of(`/machines/${ID}`, halfDay)?.json)).toMatchObject({
    subject: 'half_day',
    day: '2026-12-01',
    half: 'morning',
    amount: 1.5,
  });
});

test('a wrong number, and a first phone number, need a page, and do not wait', () => {
  expect(of(`/exchange/${ID}`, { amount: 'some', day: '2026-12-01' })).toBeNull();
  expect(of(PICKUP, { action: 'agree', phone_number: '09171112233' })).toBeNull();
  expect(of(PICKUP, { action: 'agree', phone_number: '' })).not.toBeNull();
});

test('trucks and other forms do not wait', () => {
  expect(canWait(PICKUP, 'agree')).toBe(true);
  expect(canWait(`/machines/${ID}`, 'book')).toBe(true);
  for (const [path, action] of [
    [PICKUP, 'join'],
    [PICKUP, ''],
    ['/exchange/new', ''],
    [`/exchange/${ID}`, 'alert'],
    [`/machines/${ID}`, 'set'],
    ['/profile', 'agree'],
  ] as const)
    expect([path, action, canWait(path, action)]).toEqual([path, action, false]);
});
