import { expect, test } from 'vitest';

import { CONFIRMATIONS, MEMBERS, signedInStaff, STALE_MS } from '#tests/support/nouns/staff.ts';
import { PASSWORD, openSite } from '#tests/support/site/site.ts';

const ATTEMPTS = 10;
const codeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
];

test('the password confirms the member’s identity for 15 minutes, in this session only', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { id } = await site.member();
  const change = (browser = staff, role = 'gleaner') =>
    browser.change('PATCH', `${MEMBERS}/${id}/role`, { role });
  site.advanceClock(STALE_MS);
  expect(codeOf(await change())).toEqual([403, 'confirmation_required']);
  const second = await site.signedIn(staff.member);
  site.advanceClock(STALE_MS);
  const confirmed = await staff.post(CONFIRMATIONS, { confirm_password: PASSWORD });
  expect([confirmed.status, confirmed.body]).toEqual([200, { data: null }]);
  expect((await change()).status).toBe(200);
  expect(codeOf(await change(second, 'farmer'))).toEqual([403, 'confirmation_required']);
  site.advanceClock(STALE_MS);
  expect(codeOf(await change(staff, 'farmer'))).toEqual([403, 'confirmation_required']);
});

test('a wrong password confirms nothing, and after ten, even the right one is rejected', async () => {
  const site = await openSite();
  const member = await site.signedIn();
  const confirm = (password: string) => member.post(CONFIRMATIONS, { confirm_password: password });
  for (let nth = 0; nth < ATTEMPTS; nth += 1) {
    const { status, body } = await confirm('Not-my-7-Cows');
    expect([status, body['field_codes']]).toEqual([
      403,
      { confirm_password: 'wrong_current_password' },
    ]);
  }
  expect(codeOf(await confirm(PASSWORD))).toEqual([429, 'rate_limited']);
  // The login has separate limits.
  expect((await site.loggedIn(member.member)).cookies.has('session')).toBe(true);
});

test('a login and a password change are fresh confirmations', async () => {
  const site = await openSite();
  const staff = await site.loggedIn(await site.member({ role: 'staff' }));
  const { id } = await site.member();
  const change = (role: string) => staff.change('PATCH', `${MEMBERS}/${id}/role`, { role });
  expect((await change('gleaner')).status).toBe(200);
  site.advanceClock(STALE_MS);
  const passwords = { old_password: PASSWORD, new_password: 'Husks-for-9-Goats!' };
  expect((await staff.change('PATCH', '/api/web/account/password', passwords)).status).toBe(200);
  expect((await change('farmer')).status).toBe(200);
});
