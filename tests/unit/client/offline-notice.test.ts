import { expect, test } from 'vitest';

import { formatPageTime } from '#lib/client/offline/member-pages.ts';

const at = (iso: string) => Date.parse(iso);

test('a stored page shows the time of the region, and the day if it is another', () => {
  const rendered = at('2026-11-21T16:05:00Z');
  expect(formatPageTime(rendered, at('2026-11-22T10:00:00Z'))).toBe('00:05');
  expect(formatPageTime(rendered, at('2026-11-22T16:00:00Z'))).toBe('22 November, 00:05');
});
