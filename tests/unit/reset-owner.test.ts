import { expect, test } from 'vitest';

import { resetOwner } from '#lib/server/password-reset/reset-owner.ts';

const session = { sessionId: 'a' };

test('a reset belongs to the session, or to the visitor cookie without one', () => {
  expect(resetOwner(session, 'x')).toBe(resetOwner(session, null));
  expect(resetOwner(null, 'x')).toBe(resetOwner(null, 'x'));
});

test('other sessions and visitors are other owners', () => {
  const owners = [
    resetOwner(session, null),
    resetOwner({ sessionId: 'b' }, null),
    resetOwner(null, 'a'),
    resetOwner(null, 'b'),
  ];
  expect(new Set(owners).size).toBe(4);
});

test('the stored owner does not reveal the cookie', () => {
  expect(resetOwner(null, 'cookie-value')).not.toContain('cookie-value');
});

test('a browser with neither owns no reset', () => {
  expect(() => resetOwner(null, null)).toThrow('needs a session or a visitor cookie');
});
