import { expect, test } from 'vitest';

import { API_CALLS } from '#tests/support/nouns/api-calls.ts';
import { shareSite } from '#tests/support/site/site.ts';

/** The endpoints for guests. All others need a member. */
const OPEN = new Set([
  'GET /web/join/terms',
  'POST /web/join',
  'POST /web/join/confirm',
  'GET /web/listings',
  'GET /web/impact',
  'GET /web/impact/csv',
  'GET /web/machines',
  'GET /web/season',
  'GET /web/season/csv',
  'GET /web/season/calendar',
  'GET /web/moderation',
  'GET /openapi.json',
  'GET /admin/policies/common/all',
  'GET /token/csrf',
  'POST /web/email-changes',
  'GET /web/calendars/:token',
  'GET /web/eduhub',
  'GET /web/eduhub/:id',
  'GET /web/forum/posts/limited',
  'GET /web/auth/passkey/options',
  'POST /web/auth/check-forgot-token',
  'POST /web/auth/forgot-password',
  'POST /web/auth/login',
  'POST /web/auth/phone-login',
  'POST /web/auth/desk-code',
  'POST /web/auth/logout',
  'POST /web/auth/passkey',
  'POST /web/auth/reset-password',
  'POST /web/auth/verify-otp',
]);

const site = shareSite();
const SOME_ID = '0198c0de-0000-7000-8000-000000000000';

test.each(API_CALLS.filter(({ name }) => !OPEN.has(name)))(
  'a guest gets 401 from $method $path',
  async ({ method, path }) => {
    const address = `/api${path.replaceAll(/:\w+/g, SOME_ID)}`;
    const { status, body } =
      method === 'GET'
        ? await site().guest().get(address)
        : await site().guest().change(method, address);
    expect(status).toBe(401);
    expect(body['code']).toBe('unauthenticated');
  },
);

test.each(API_CALLS.filter(({ method }) => method !== 'GET'))(
  '$method $path is rejected without a CSRF token, and is not available by GET',
  async ({ method, path }) => {
    const browser = await site().signedIn();
    const without = await browser.change(method, `/api${path}`, {}, { 'x-csrf-token': '' });
    expect(without.status).toBe(403);
    expect([401, 404, 405]).toContain((await site().guest().get(`/api${path}`)).status);
  },
);

test('an unknown endpoint gets 404 in JSON', async () => {
  const { status, body, headers } = await site().guest().get('/api/web/nothing');
  expect(status).toBe(404);
  expect(body).toEqual({
    error: 'There is no endpoint /api/web/nothing. Check the path.',
    code: 'endpoint_not_found',
  });
  expect(headers.get('cache-control')).toBe('no-store');
});
