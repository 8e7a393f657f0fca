// Every call of staff, as the app has it: a new one is tested without a change here, but for a line in `WRITES`.
import { expect, test } from 'vitest';

import { api } from '#lib/server/api.ts';
import { disableMember } from '#lib/server/members/manage-members.ts';
import { openSite } from '#tests/support/site.ts';
import { signedInStaff, STALE_MS } from '#tests/support/staff.ts';

const OPEN = new Set(['GET /admin/policies/common/all']);
const SOME_ID = '0198c0de-0000-7000-8000-000000000000';

const named = api.routes
  .filter(({ method, path }) => path.startsWith('/admin/') && method !== 'ALL')
  .map(({ method, path }) => [`${method} ${path}`, { method, path }] as const);
// A call with middleware of its own is there twice.
const calls = Array.from(new Map(named), ([name, call]) => ({ ...call, name })).filter(
  ({ name }) => !OPEN.has(name),
);
const writes = calls.filter(({ method }) => method !== 'GET');

/** Every call of staff that writes: input that passes, for one that needs a fresh confirmation; otherwise null. */
const WRITES: Record<string, object | null> = {
  'POST /admin/members': {
    email: 'lea@glean.example',
    first_name: 'Lea',
    middle_name: '',
    last_name: 'Manalo',
    role: 'staff',
  },
  'POST /admin/members/:id/contact': null,
  'PATCH /admin/members/:id/role': { role: 'gleaner' },
  'POST /admin/members/:id/disable': { reason: 'Asked to leave' },
  'POST /admin/members/:id/enable': { reason: 'Is back' },
  'DELETE /admin/members/:id/sessions': null,
  'POST /admin/members/:id/password-reset': null,
  'POST /admin/reports/post/:id/decision': { action: 'remove', note: 'Spam' },
  'POST /admin/reports/comment/:id/decision': { action: 'remove', note: 'Spam' },
  'POST /admin/reports/member/:id/decision': { action: 'disable', note: 'Spam' },
  'POST /admin/decisions/:id/response': null,
  'POST /admin/decisions/:id/reversal': null,
  'POST /admin/pending-posts/:id/approval': null,
  'POST /admin/pending-posts/:id/rejection': { note: 'Spam' },
  'POST /admin/moderation-reasons': null,
  'PUT /admin/moderation-reasons/:id': null,
  'DELETE /admin/moderation-reasons/:id': null,
  'POST /admin/members/:id/email': { email: 'lea@glean.example' },
  'POST /admin/applications/:id/admit': null,
  'POST /admin/applications/:id/decline': null,
  'POST /admin/invitations': null,
  'DELETE /admin/invitations/:id': null,
  'POST /admin/guides': null,
  'PUT /admin/guides/:id': null,
  'DELETE /admin/guides/:id': null,
  'POST /admin/guides/:id/images': null,
  'POST /admin/guides/:id/publish': null,
  'POST /admin/guides/:id/unpublish': null,
  'PUT /admin/policies/:document/draft': null,
  'DELETE /admin/policies/:document/draft': null,
  'POST /admin/policies/:document/publish': null,
  'POST /admin/notifications': {
    key: SOME_ID,
    to: 'everyone',
    title: 'Chipper on Friday',
    content: 'It stands at the hall from 8.',
  },
};

const addressOf = (path: string, id = SOME_ID) => `/api${path.replaceAll(/:\w+/g, id)}`;

test.each(calls)('$name is for staff alone', async ({ method, path }) => {
  const site = await openSite();
  const disabled = await signedInStaff(site);
  await signedInStaff(site);
  await disableMember(site.services, disabled.member.id);
  const demoted = await signedInStaff(site);
  await site.services.db
    .updateTable('members')
    .set({ role: 'farmer' })
    .where('id', '=', demoted.member.id)
    .execute();
  const others = [
    [site.guest(), 401, 'unauthenticated'],
    [await site.signedIn(), 403, 'staff_only'],
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
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { status, body } = await staff.change(
    method,
    addressOf(path),
    WRITES[`${method} ${path}`],
    {
      'x-csrf-token': '',
    },
  );
  expect([status, body['code']]).toEqual([403, 'invalid_csrf_token']);
});

test('for every call that writes it is decided whether it needs a fresh confirmation', () => {
  expect(writes.map(({ name }) => name).toSorted()).toEqual(Object.keys(WRITES).toSorted());
});

test.each(writes.filter(({ name }) => WRITES[name]))(
  '$name needs the password again when it is older than 15 minutes',
  async ({ method, path, name }) => {
    const site = await openSite();
    const staff = await signedInStaff(site);
    const other = await site.member();
    site.advanceClock(STALE_MS);
    const { status, body } = await staff.change(method, addressOf(path, other.id), WRITES[name]);
    expect([status, body['code']]).toEqual([403, 'confirmation_required']);
    const { db } = site.services;
    expect(await db.selectFrom('audit_log').select('act').execute()).toEqual([]);
  },
);

test('the legal documents stay open to everyone', async () => {
  const site = await openSite();
  for (const browser of [site.guest(), await site.signedIn(), await signedInStaff(site)])
    expect((await browser.get('/api/admin/policies/common/all')).status).toBe(200);
});
