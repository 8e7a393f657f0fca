import { expect, test } from 'vitest';

import { deleteExpiredApplications } from '#lib/server/people/applications/service.ts';
import { deliveredEmails } from '#tests/support/nouns/emails.ts';
import {
  agreeToAll,
  APPLICANT,
  APPLICATIONS,
  applyFor,
  confirmJoin,
  countRows,
  JOIN,
  makeInvitation,
  newestToken,
  NEW_PASSWORD,
  publish,
  signInStaff,
} from '#tests/support/nouns/joining.ts';
import { openSite } from '#tests/support/site/site.ts';

const DAY = 86_400_000;

test('an applicant waits for staff, is admitted, confirms the email, and becomes a member', async () => {
  const site = await openSite();
  const [guest, staff] = [site.guest(), await signInStaff(site)];
  const sent = await applyFor(guest, { phone_number: '+63 917 123 4567' });
  expect([sent.status, sent.body]).toEqual([201, { data: { next: 'staff' } }]);
  expect((await deliveredEmails(site)).at(-1)).toContain('Subject: You asked to join Glean');
  const { applications } = (await staff.get(APPLICATIONS)).body['data'];
  expect(applications).toMatchObject([
    { name: 'Lea Manalo', email: APPLICANT.email, phone: '09171234567', about: APPLICANT.about },
  ]);
  const admitted = await staff.post(`${APPLICATIONS}/${applications[0].application_id}/admit`);
  expect(admitted.body['data'].state).toBe('admitted');
  const credentials = { email: APPLICANT.email, password: NEW_PASSWORD };
  expect((await guest.post('/api/web/auth/login', credentials)).status).toBe(401);

  const joined = await confirmJoin(guest, await newestToken(site));
  expect([joined.status, joined.body]).toEqual([200, { data: { state: 'joined' } }]);
  const profile = (await guest.get('/api/web/account/profile')).body['data'];
  expect(profile).toMatchObject({
    first_name: 'Lea',
    email: APPLICANT.email,
    role: 'Farmer',
    contact_phone: '09171234567',
    town: APPLICANT.town,
  });
  expect((await site.guest().post('/api/web/auth/login', credentials)).status).toBe(200);
  expect((await staff.get(`${APPLICATIONS}?state=admitted`)).body['data'].applications).toEqual([]);
  const { acts } = (await staff.get(`/api/admin/log?member=${profile.account_id}`)).body['data'];
  expect(acts).toMatchObject([
    {
      act: 'application.admitted',
      actor: { account_id: staff.member.id },
      member: { account_id: profile.account_id, name: 'Lea Manalo' },
    },
  ]);
});

test('a rejected applicant gets the reason, and the decision is final', async () => {
  const site = await openSite();
  const staff = await signInStaff(site);
  await applyFor(site.guest());
  const [{ application_id }] = (await staff.get(APPLICATIONS)).body['data'].applications;
  const path = `${APPLICATIONS}/${application_id}`;
  const empty = await staff.post(`${path}/decline`, { reason: ' ' });
  expect(empty.body['field_codes']).toEqual({ reason: 'decline_reason_required' });
  const declined = await staff.post(`${path}/decline`, { reason: 'You live too far away.' });
  expect(declined.body['data']).toMatchObject({
    state: 'declined',
    reason: 'You live too far away.',
  });
  expect((await deliveredEmails(site)).at(-1)).toContain('You live too far away.');
  const again = await staff.post(`${path}/admit`);
  expect([again.status, again.body['code']]).toEqual([409, 'application_decided']);
});

test('staff may send the link again; only the newest one works, once, for a week', async () => {
  const site = await openSite();
  const staff = await signInStaff(site);
  await applyFor(site.guest());
  const [{ application_id }] = (await staff.get(APPLICATIONS)).body['data'].applications;
  const admit = () => staff.post(`${APPLICATIONS}/${application_id}/admit`);
  await admit();
  const first = await newestToken(site);
  await admit();
  const second = await newestToken(site);
  expect(second).not.toBe(first);
  expect((await confirmJoin(site.guest(), first)).body['code']).toBe('join_link_expired');
  site.advanceClock(7 * DAY + 1);
  expect((await confirmJoin(site.guest(), second)).body['code']).toBe('join_link_expired');
  await admit();
  const third = await newestToken(site);
  const weak = await confirmJoin(site.guest(), third, 'Manalo-Lea-2026!');
  expect(weak.body['field_codes']).toEqual({ password: 'common_password' });
  expect((await confirmJoin(site.guest(), third)).status).toBe(200);
  expect((await confirmJoin(site.guest(), third)).body['code']).toBe('join_link_expired');
});

test.each([
  ['first_name', 'R2', 'name_characters'],
  ['email', 'lea', 'email_invalid'],
  ['phone_number', '0917', 'phone_too_short'],
  ['role', 'staff', 'role_required'],
  ['town', '0000000000', 'town_invalid'],
  ['about', ' ', 'about_required'],
])('a wrong %s is rejected', async (field, value, code) => {
  const site = await openSite();
  const { status, body } = await applyFor(site.guest(), { [field]: value });
  expect([status, body['field_codes']]).toEqual([400, { [field]: code }]);
});

test('an applicant agrees to the current versions, which become the member’s consents', async () => {
  const site = await openSite();
  await publish(site);
  await publish(site);
  await publish(site, 'data_privacy_guidelines');
  const staff = await signInStaff(site);
  await agreeToAll(staff);
  const { code: invitation } = await makeInvitation(staff, site);
  const terms = (await site.guest().get(`${JOIN}/terms`)).body['data'];
  expect(terms).toMatchObject({ terms_version: 2, privacy_version: 1, challenge: null });
  const none = await applyFor(site.guest(), { invitation, terms_version: 2 });
  expect(none.body['field_codes']).toEqual({ privacy_version: 'agreement_required' });
  const old = await applyFor(site.guest(), { invitation, terms_version: 1, privacy_version: 1 });
  expect([old.status, old.body['field_codes']]).toEqual([409, { terms_version: 'policy_changed' }]);
  const versions = { terms_version: 2, privacy_version: 1 };
  expect((await applyFor(site.guest(), { invitation, ...versions })).status).toBe(201);
  const browser = site.guest();
  await confirmJoin(browser, await newestToken(site));
  const { consents, missing } = (await browser.get('/api/web/account/consents')).body['data'];
  expect(missing).toEqual([]);
  expect(consents).toHaveLength(2);
  for (const each of consents) expect(each).toMatchObject({ is_valid: true, origin: 'invitation' });
});

test('neither database nor log contains a token or code', async () => {
  const site = await openSite();
  const staff = await signInStaff(site);
  const { code } = await makeInvitation(staff, site);
  await applyFor(site.guest(), { invitation: code });
  await site.guest().send(`/join/${code}`);
  const { db } = site.services;
  const stored = JSON.stringify([
    await db.selectFrom('applications').selectAll().execute(),
    await db.selectFrom('invitations').selectAll().execute(),
    await db.selectFrom('deliveries').selectAll().execute(),
  ]);
  const token = await newestToken(site);
  expect(token).toHaveLength(43);
  await site.guest().send(`/join/confirm/${token}`);
  await confirmJoin(site.guest(), token);
  for (const secret of [token, code]) {
    expect(stored).not.toContain(secret);
    expect(site.log.join('')).not.toContain(secret);
  }
});

test('failed applications are deleted', async () => {
  const site = await openSite();
  const staff = await signInStaff(site);
  const { code: invitation } = await makeInvitation(staff, site);
  const member = await site.member();
  await applyFor(site.guest(), { email: 'waits@farm.example' });
  await applyFor(site.guest(), { email: 'link@farm.example', invitation });
  await applyFor(site.guest(), { email: member.email });
  const count = async (days: number) => {
    site.advanceClock(days * DAY);
    await deleteExpiredApplications(site.services);
    return countRows(site.services.db, 'applications');
  };
  expect(await count(0)).toBe(3);
  // For an address with an account, an unused link, and half a year of waiting.
  expect([await count(2), await count(13), await count(170)]).toEqual([2, 1, 0]);
});

test('when an applicant joins, their other applications are deleted', async () => {
  const site = await openSite();
  const staff = await signInStaff(site);
  const { code } = await makeInvitation(staff, site);
  await applyFor(site.guest(), { about: 'By the form.' });
  await applyFor(site.guest(), { invitation: code, about: 'By the invitation.' });
  await applyFor(site.guest(), { email: 'other@farm.example' });
  await confirmJoin(site.guest(), await newestToken(site));
  const left = site.services.db.selectFrom('applications').select(['email', 'about']);
  expect(await left.orderBy('email').execute()).toEqual([
    { email: APPLICANT.email, about: 'By the invitation.' },
    { email: 'other@farm.example', about: APPLICANT.about },
  ]);
});
