// Errors are codes with a status and a sentence; a response has both.
import { expect, test } from 'vitest';

import { ERROR_STATUS } from '#lib/contract/error-codes.ts';
import { AppError, notFound, rateLimited } from '#lib/server/platform/errors.ts';
import { MESSAGES } from '#lib/server/platform/messages/en.ts';
import { openSite } from '#tests/support/site/site.ts';

const CODES = Object.keys(ERROR_STATUS) as (keyof typeof ERROR_STATUS)[];

test('every error code has a status and a sentence, and every sentence has a code', () => {
  expect(Object.keys(MESSAGES).toSorted()).toEqual(CODES.toSorted());
  for (const code of CODES) {
    const { status, message } = new AppError(code, {
      name: 'x',
      value: 'x',
      mediaType: 'x/y',
      member: 'x',
      allow: ['GET'],
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(message).toMatch(/^[A-Z`][^]*[^.]\.?$/);
    expect(message).not.toContain('undefined');
  }
});

test('an input that breaks its contract responds with sentences and codes for each field', async () => {
  const site = await openSite();
  const long = { email: `${'x'.repeat(250)}@glean.example`, password: 'x'.repeat(257) };
  expect(await site.guest().post('/api/web/auth/login', long)).toMatchObject({
    status: 400,
    body: {
      error: 'That email is too long.',
      code: 'invalid',
      fields: {
        email: 'That email is too long.',
        password: 'Please use at most 256 characters.',
      },
      field_codes: { email: 'email_too_long', password: 'password_too_long' },
    },
  });
});

test('an error that concerns no field has no fields', async () => {
  const browser = await (await openSite()).signedIn();
  const path = '/api/web/forum/posts/0198c6e0-0000-7000-8000-000000000000';
  expect((await browser.get(path)).body).toEqual({
    error: notFound('post').message,
    code: 'post_not_found',
  });
});

test.each([
  [1, '1 seconds'],
  [59, '59 seconds'],
  [60, 'a minute'],
  [61, '2 minutes'],
  [7200, '120 minutes'],
  [7201, '3 hours'],
])('a limit of %i s is given as %s', (seconds, wait) => {
  expect(rateLimited(seconds).message).toBe(`Too many attempts. Please try again in ${wait}.`);
});
