// The plain forms of staff's pages.
import { expect, test } from 'vitest';

import { actsOf, signedInStaff, STALE_MS } from '#tests/support/nouns/staff.ts';
import { codeOf, redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { openSite, PASSWORD } from '#tests/support/site/site.ts';

const pathOf = ({ id }: { id: string }) => `/staff/members/${id}`;

test('each button of a member’s page performs its action', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const member = await site.member();
  const path = pathOf(member);
  const forms: (Record<string, string> & { action: string })[] = [
    { action: 'role', role: 'feed' },
    { action: 'reset' },
    { action: 'email', email: 'new@glean.example' },
    { action: 'sessions' },
    { action: 'disable', reason: 'Left' },
    { action: 'enable', reason: 'Is back' },
  ];
  for (const form of forms) {
    const response = await sendForm(staff, path, form);
    expect(redirectOf(response)).toEqual([303, `${path}?done=${form.action}`]);
  }
  expect(await actsOf(site, 'member.enabled')).toMatchObject([{ reason: 'Is back' }]);
  expect(await codeOf(await sendForm(staff, path, { action: 'constructor' }))).toEqual([
    400,
    'invalid',
  ]);
});

test('the form that adds a member leads to their page', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const names = { first_name: 'Lea', middle_name: '', last_name: 'Manalo' };
  const form = { action: 'add', ...names, email: 'lea@glean.example', role: 'gleaner' };
  const [status, location] = redirectOf(await sendForm(staff, '/staff/members/new', form));
  expect(status).toBe(303);
  expect(location).toMatch(/^\/staff\/members\/[\da-f-]{36}\?done=added$/);
});

test('a form that needs a fresh confirmation succeeds with the password', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const path = pathOf(await site.member());
  const form = { action: 'disable', reason: 'Left' };
  site.advanceClock(STALE_MS);
  expect(await codeOf(await sendForm(staff, path, form))).toEqual([403, 'confirmation_required']);
  const wrong = await sendForm(staff, path, { ...form, confirm_password: 'Not-my-7-Cows' });
  expect(await codeOf(wrong)).toEqual([403, 'wrong_current_password']);
  const right = await sendForm(staff, path, { ...form, confirm_password: PASSWORD });
  expect(redirectOf(right)).toEqual([303, `${path}?done=disable`]);
});

test('the page that confirms the password only redirects within the site', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const confirm = (next: string) =>
    sendForm(staff, '/staff/confirm', { next, confirm_password: PASSWORD });
  expect(redirectOf(await confirm('/staff/log?act=x'))).toEqual([303, '/staff/log?act=x']);
  for (const next of ['', '//evil.example', 'https://evil.example', '/\\evil.example'])
    expect(redirectOf(await confirm(next))).toEqual([303, '/staff']);
  site.advanceClock(STALE_MS);
  const without = await sendForm(staff, '/staff/confirm', { next: '/staff/log' });
  expect(await codeOf(without)).toEqual([403, 'confirmation_required']);
});

test('to everyone else, forms of staff’s pages respond like missing pages', async () => {
  const site = await openSite();
  const member = await site.signedIn();
  const guest = site.guest();
  for (const path of ['/staff', '/staff/confirm', pathOf(member.member), '/nothing']) {
    const response = await sendForm(member, path, { action: 'reset' });
    expect(await codeOf(response)).toEqual([405, 'method_not_allowed']);
    // It may be staff whose session has ended.
    const ended = await sendForm(guest, path, { action: 'reset' });
    expect(redirectOf(ended)).toEqual([303, `/login?redirect=${encodeURIComponent(path)}`]);
    const foreign = await sendForm(guest, path, {}, { origin: 'https://evil.example' });
    expect(await codeOf(foreign)).toEqual([403, 'cross_origin']);
    for (const browser of [guest, member])
      expect((await browser.get(path)).body['code']).toBe('page_not_found');
  }
});

test('a form of staff is rejected without its token', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const path = pathOf(await site.member());
  const response = await sendForm(staff, path, { action: 'reset', csrf_token: '' });
  expect(await codeOf(response)).toEqual([403, 'invalid_csrf_token']);
  expect(await actsOf(site, 'member.reset_sent')).toEqual([]);
});
