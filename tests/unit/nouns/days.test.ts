import { expect, test } from 'vitest';

import { nextSaturday } from '#lib/contract/days.ts';

test.each([
  ['2026-11-30', 'a Monday', '2026-12-05'],
  ['2026-12-04', 'a Friday', '2026-12-05'],
  ['2026-12-05', 'a Saturday', '2026-12-12'],
  ['2026-12-06', 'a Sunday', '2026-12-12'],
  ['2026-12-28', 'the last week of a year', '2027-01-02'],
])('of %s, %s, the next Saturday is %s', (day, _name, saturday) => {
  expect(nextSaturday(day)).toBe(saturday);
});
