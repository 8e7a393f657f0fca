import { expect, test } from 'vitest';

import { isFrom } from '#lib/server/platform/db/schema-marks.ts';

test.each([
  ['0.2.0', '0.2.0', true],
  ['0.2.1', '0.2.0', true],
  ['0.10.0', '0.9.3', true],
  ['1.0.0', '0.9.3', true],
  ['0.2.0', '0.2.1', false],
  ['0.9.9', '0.10.0', false],
])('version %s may use what takes %s or later: %s', (version, oldest, may) => {
  expect(isFrom(version, oldest)).toBe(may);
});
