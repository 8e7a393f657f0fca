import { expect, test } from 'vitest';

import { newId } from '#lib/server/platform/new-id.ts';

test('ids sort in their order of creation', () => {
  const ids = Array.from({ length: 2000 }, () => newId());
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});
