import { expect, test } from 'vitest';

import { digestPace, isDigestDay } from '#lib/server/notifications/channels/digest/pace.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 26, 9);
const ago = (days: number) => NOW - days * DAY_MS;

/** @param first days since the first digest @param opened days since a link was opened */
const history = (first: number | null, opened: number | null = null) => ({
  digest: null,
  digest_since: first === null ? null : ago(first),
  email_pressed_at: opened === null ? null : ago(opened),
});

test.each([
  { of: history(null), now: 'daily', next: 'daily' },
  { of: history(12), now: 'daily', next: 'daily' },
  { of: history(13), now: 'daily', next: 'weekly' },
  { of: history(14), now: 'weekly', next: 'weekly' },
  { of: history(200, 3), now: 'daily', next: 'daily' },
  { of: history(113), now: 'weekly', next: 'never' },
  { of: history(120), now: 'never', next: 'never' },
  { of: { ...history(1), digest: 'weekly' as const }, now: 'weekly', next: 'weekly' },
  { of: { ...history(1), digest: 'never' as const }, now: 'never', next: 'never' },
])('$of comes $now, then $next', ({ of, now, next }) => {
  expect(digestPace(of, NOW)).toEqual({ now, next });
});

test('a weekly digest comes on Fridays', () => {
  expect(isDigestDay('weekly', '2026-11-27')).toBe(true);
  expect(isDigestDay('weekly', '2026-11-26')).toBe(false);
  expect(isDigestDay('daily', '2026-11-26')).toBe(true);
  expect(isDigestDay('never', '2026-11-27')).toBe(false);
});
