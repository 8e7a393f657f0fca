import { expect, test } from 'vitest';

import { disableMember } from '#lib/server/people/managed-members/manage-members.ts';
import { deliveredEmails } from '#tests/support/nouns/emails.ts';
import { actsOf, MEMBERS, signedInStaff } from '#tests/support/nouns/staff.ts';
import { redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { type MemberBrowser, openSite, PASSWORD, type Site } from '#tests/support/site/site.ts';

const CHANGES = '/api/web/email-changes';
const NEW = 'new@glean.example';
const HOUR_MS = 3_600_000;

/** Requests a new email as staff. @returns the token in the link sent to the new email */
async function request(site: Site, staff: MemberBrowser, id: string, email = NEW): Promise<string> {
  const { status } = await staff.post(`${MEMBERS}/${id}/email`, { email });
  expect(status).toBe(200);
  const sent = (await deliveredEmails(site)).findLast((each) => each.includes(`<${email}>`)) ?? '';
  return /\/email-change\/([\w-]{43})/.exec(sent.replaceAll('=\r\n', ''))?.[1] ?? 'no link';
}

const signIn = async (site: Site, email: string) =>
  (await site.guest().post('/api/web/auth/login', { email, password: PASSWORD })).status;

const codesOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
];

test('an email changes once its owner presses the button, and the previous address is notified', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { id, email } = await site.member();
  const token = await request(site, staff, id);
  const before = await deliveredEmails(site);
  expect(before.filter((each) => each.includes(email))).toHaveLength(1);
  expect((await staff.get(`${MEMBERS}/${id}`)).body['data'].email_change_until).toMatch(/^\d{4}/);
  // Opening the link changes nothing.
  expect([await signIn(site, email), await signIn(site, NEW)]).toEqual([200, 401]);
  const path = `/email-change/${token}`;
  expect(redirectOf(await sendForm(site.guest(), path, {}))).toEqual([303, '/email-change/done']);
  expect([await signIn(site, email), await signIn(site, NEW)]).toEqual([401, 200]);
  const after = await deliveredEmails(site);
  expect(after.filter((each) => each.includes(email))).toHaveLength(2);
  const by = { actor_id: staff.member.id, target_id: id, details: '{}' };
  expect(await actsOf(site, 'member.email_requested')).toMatchObject([by]);
  expect(await actsOf(site, 'member.email_changed')).toMatchObject([by]);
  // It works once.
  expect(codesOf(await site.guest().post(CHANGES, { token }))).toEqual([
    400,
    'email_change_expired',
  ]);
});

test('a link works for a day, until the next one is sent, and while its member is enabled', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { id } = await site.member();
  const confirm = async (token: string) => (await site.guest().post(CHANGES, { token })).status;
  const first = await request(site, staff, id);
  const second = await request(site, staff, id, 'second@glean.example');
  expect(await confirm(first)).toBe(400);
  site.advanceClock(25 * HOUR_MS);
  expect(await confirm(second)).toBe(400);
  const again = await site.signedIn(staff.member);
  const third = await request(site, again, id);
  await disableMember(site.services, id);
  expect(await confirm(third)).toBe(400);
  expect(await confirm('x')).toBe(400);
  expect(await signIn(site, NEW)).toBe(401);
});

test('an email of another member is rejected, even if they got it since', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const jun = await site.member({ email: 'jun@glean.example' });
  const { id } = await site.member();
  const ask = (email: string) => staff.post(`${MEMBERS}/${id}/email`, { email });
  expect((await ask(jun.email)).body['field_codes']).toEqual({ email: 'email_taken' });
  const token = await request(site, staff, id);
  await site.member({ email: NEW });
  expect(codesOf(await site.guest().post(CHANGES, { token }))).toEqual([
    400,
    'email_change_expired',
  ]);
  expect(await actsOf(site, 'member.email_changed')).toEqual([]);
});

test('a code sent to the previous email no longer works', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { id, email } = await site.member();
  const thief = site.guest();
  const reset = await thief.post('/api/web/auth/forgot-password', { email });
  const code = /^(\d{8})\r?$/m.exec((await deliveredEmails(site)).at(-1) ?? '')?.[1];
  const token = await request(site, staff, id);
  expect((await site.guest().post(CHANGES, { token })).status).toBe(200);
  const { token: token_id } = reset.body['data'];
  const entered = await thief.post('/api/web/auth/verify-otp', { otp: code, token_id });
  expect(codesOf(entered)).toEqual([400, 'reset_expired']);
});
