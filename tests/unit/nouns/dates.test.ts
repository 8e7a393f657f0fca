import { expect, test } from 'vitest';

import { formatDate, formatDay } from '#islands/ui/format/format-date.ts';
import { formatRelativeTime, formatShortTime } from '#islands/ui/format/relative-time.ts';
import { runInLanguage } from '#lib/messages/t.ts';

// 8:32 in Manila, which is 8 hours ahead of UTC.
const NOW = '2026-11-22T00:32:00Z';

test('a date is the day in the site’s region', () => {
  expect(formatDate('2026-11-19T23:21:08Z')).toBe('20 November 2026');
  expect(formatDate('2026-11-19T15:59:59Z')).toBe('19 November 2026');
});

test('a birthdate is the same day everywhere', () => {
  expect(formatDay('1975-03-09')).toBe('9 March 1975');
});

test.each([
  ['2026-11-22T00:31:30Z', 'Just now'],
  ['2026-11-22T00:33:00Z', 'Just now'],
  ['2026-11-21T23:54:00Z', '38 minutes ago'],
  ['2026-11-21T00:33:00Z', '23 hours ago'],
  ['2026-11-21T00:00:00Z', 'Yesterday'],
  ['2026-11-20T16:00:00Z', 'Yesterday'],
  ['2026-11-20T15:59:00Z', '2 days ago'],
  ['2026-11-15T16:00:00Z', '6 days ago'],
  ['2026-11-15T15:59:00Z', '15 Nov'],
  ['2026-09-30T16:00:00Z', '1 Oct'],
  ['2025-12-31T15:59:00Z', '31 Dec 2025'],
  ['2025-12-31T16:00:00Z', '1 Jan'],
])('%s was %s', (time, text) => {
  expect(formatRelativeTime(time, Date.parse(NOW))).toBe(text);
});

test.each([
  ['2026-11-22T00:31:30Z', 'Just now'],
  ['2026-11-21T23:54:00Z', '38\u00A0min'],
  ['2026-11-21T00:33:00Z', '23\u00A0h'],
  ['2026-11-20T16:00:00Z', 'Yesterday'],
  ['2026-11-20T15:59:00Z', '2\u00A0days'],
  ['2026-11-15T15:59:00Z', '15 Nov'],
])('in a short line, %s was %s', (time, text) => {
  expect(formatShortTime(time, Date.parse(NOW))).toBe(text);
});

test('dates are in the language of the request', () => {
  const now = Date.parse(NOW);
  runInLanguage('fil', () => {
    expect(formatDate('2026-11-19T23:21:08Z')).toBe('Nobyembre 20, 2026');
    expect(formatRelativeTime('2026-11-21T23:54:00Z', now)).toBe('38 minuto ang nakalipas');
    expect(formatShortTime('2026-11-21T00:33:00Z', now)).toBe('23\u00A0oras');
    expect(formatShortTime('2026-11-20T16:00:00Z', now)).toBe('Kahapon');
    expect(formatShortTime('2025-12-31T15:59:00Z', now)).toBe('Dis 31, 2025');
  });
});
