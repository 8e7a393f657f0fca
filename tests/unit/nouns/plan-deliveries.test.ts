import { expect, test } from 'vitest';

import type { Heard, Reach } from '#lib/server/notifications/channels/channel.ts';
import { planDeliveries } from '#lib/server/notifications/channels/plan-deliveries.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY = '2026-11-26';
const at = (time: string): number => Date.parse(`${DAY}T${time}+08:00`);
const NOON = at('12:00');

const request: Heard = {
  kind: 'pickup',
  message: 'pickup_requested',
  dedupeKey: 'pickup 1 requested',
  day: '2026-11-28',
};
const reach: Reach = {
  choices: {},
  quiet: { from: 20, until: 6 },
  takesEmail: true,
  hasSms: false,
  emailPressedAt: null,
  devices: [],
  alertsSentAt: null,
};
const plan = (heard: Partial<Heard> = {}, given: Partial<Reach> = {}, now = NOON) =>
  planDeliveries({ ...request, ...heard }, { ...reach, ...given }, now);
const times = (...given: Parameters<typeof plan>) => plan(...given).map(({ run_at }) => run_at);

test('a request is sent at once, by email and to each device, until its day is over', () => {
  const planned = plan({}, { devices: ['a', 'b'] });
  expect(planned.map(({ channel, device_id, run_at }) => [channel, device_id, run_at])).toEqual([
    ['email', null, NOON],
    ['push', 'a', NOON],
    ['push', 'b', NOON],
  ]);
  const end = Date.parse('2026-11-29T00:00+08:00');
  expect(planned.map(({ expires_at }) => expires_at)).toEqual([end, end, end]);
  // A newer delivery to the same device replaces the earlier one.
  expect(new Set(planned.map(({ dedupe_key }) => dedupe_key)).size).toBe(3);
});

test.each([
  ['19:59', '19:59'],
  ['20:00', '30:00'],
  ['23:30', '30:00'],
  ['00:00', '06:00'],
  ['05:59', '06:00'],
  ['06:00', '06:00'],
])('an event at %s is sent at %s', (happens, goesOut) => {
  const [hours = 0, minutes = 0] = goesOut.split(':').map(Number);
  const due = at('00:00') + hours * HOUR_MS + minutes * MINUTE_MS;
  expect(times({}, {}, at(happens))).toEqual([due]);
});

test('quiet hours are off when both hours are equal, and may be during the day', () => {
  expect(times({}, { quiet: { from: 0, until: 0 } }, at('02:00'))).toEqual([at('02:00')]);
  expect(times({}, { quiet: { from: 11, until: 14 } })).toEqual([at('14:00')]);
});

test('a cancellation of today’s pickup ignores quiet hours', () => {
  const calledOff = { message: 'pickup_calledOff', day: DAY } as const;
  expect(times(calledOff, {}, at('21:00'))).toEqual([at('21:00')]);
  expect(times({ ...calledOff, day: '2026-11-27' }, {}, at('21:00'))).toEqual([
    at('06:00') + 24 * HOUR_MS,
  ]);
  // A request for today respects them.
  expect(times({ day: DAY }, {}, at('21:00'))[0]).toBeGreaterThan(at('23:59'));
});

test('messages wait for 15 minutes, alerts for an hour after the last email', () => {
  expect(times({ kind: 'message', message: 'pickup_message' })).toEqual([NOON + 15 * MINUTE_MS]);
  const alert = { kind: 'alert', message: 'new_listing', day: null } as const;
  expect(times(alert)).toEqual([NOON]);
  expect(times(alert, { alertsSentAt: NOON - 20 * MINUTE_MS })).toEqual([NOON + 40 * MINUTE_MS]);
  expect(times(alert, { alertsSentAt: NOON - 2 * HOUR_MS })).toEqual([NOON]);
  expect(plan({ ...alert, dedupeKey: 'alert 1' })[0]?.dedupe_key).toBe(
    plan({ ...alert, dedupeKey: 'alert 2' })[0]?.dedupe_key,
  );
});

test('a member’s choices decide, and an address that rejects emails', () => {
  expect(plan({}, { choices: { email: false } })).toEqual([]);
  expect(plan({}, { takesEmail: false })).toEqual([]);
  expect(plan({ kind: 'like', message: 'liked' }, { devices: ['a'] })).toEqual([]);
  expect(
    plan({ kind: 'like', message: 'liked' }, { devices: ['a'], choices: { push: true } }),
  ).toHaveLength(1);
});
