// Every call of staff in the app; new ones are tested without a change here.
import { expect, test } from 'vitest';

import { disableMember } from '#lib/server/people/managed-members/manage-members.ts';
import { API_CALLS } from '#tests/support/nouns/api-calls.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { shareSite } from '#tests/support/site/site.ts';

const site = shareSite();
const OPEN = new Set(['GET /admin/policies/common/all']);
const SOME_ID = '0198c0de-0000-7000-8000-000000000000';

const calls = API_CALLS.filter(({ name, path }) => path.startsWith('/admin/') && !OPEN.has(name));
const writes = calls.filter(({ method }) => method !== 'GET');

const addressOf = (path: string, id = SOME_ID) => `/api${path.replaceAll(/:\w+/g, id)}`;

test.each(calls)('only staff may call $name', async ({ method, path }) => {
  const disabled = await signedInStaff(site());
  await signedInStaff(site());
  await disableMember(site().services, disabled.member.id);
  const demoted = await signedInStaff(site());
  await site()
    .services.db.updateTable('members')
    .set({ role: 'farmer' })
    .where('id', '=', demoted.member.id)
    .execute();
  const others = [
    [site().guest(), 401, 'unauthenticated'],
    [await site().signedIn(), 403, 'staff_only'],
    [demoted, 403, 'staff_only'],
    [disabled, 401, 'unauthenticated'],
  ] as const;
  for (const [browser, status, code] of others) {
    const address = addressOf(path);
    const response =
      method === 'GET' ? await browser.get(address) : await browser.change(method, address);
    expect([response.status, response.body['code']]).toEqual([status, code]);
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
});

test.each(writes)('$name is rejected without a CSRF token', async ({ method, path }) => {
  const staff = await signedInStaff(site());
  const headers = { 'x-csrf-token': '' };
  const { status, body } = await staff.change(method, addressOf(path), {}, headers);
  expect([status, body['code']]).toEqual([403, 'invalid_csrf_token']);
});

test('the legal documents are public', async () => {
  for (const browser of [site().guest(), await site().signedIn(), await signedInStaff(site())])
    expect((await browser.get('/api/admin/policies/common/all')).status).toBe(200);
});
