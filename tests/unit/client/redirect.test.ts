import { expect, test } from 'vitest';

import { safeRedirect } from '#lib/contract/redirects.ts';

test.each(['/', '/forums/explore', '/forums/posts/1?x=%2F#comments'])('%s is followed', (path) => {
  expect(safeRedirect(path, '/otherwise')).toBe(path);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https:evil.example',
  'https://evil.example',
  '/%2f%2fevil.example',
  '/%5cevil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  'javascript:alert(1)',
  ' //evil.example',
  '',
  null,
  undefined,
])('%j is not followed (ASVS 3.7.2)', (path) => {
  expect(safeRedirect(path, '/otherwise')).toBe('/otherwise');
});
