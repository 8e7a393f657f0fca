// Phone numbers for login, set by staff or by the member.
import { expect, test } from 'vitest';

import { addMember } from '#lib/server/people/managed-members/manage-members.ts';
import { deliveredEmails } from '#tests/support/nouns/emails.ts';
import { joinByPhone } from '#tests/support/nouns/members-without-email.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import { actsOf, MEMBERS, signedInStaff, STALE_MS } from '#tests/support/nouns/staff.ts';
import { type ApiResponse, requireOk } from '#tests/support/site/http-browser.ts';
import { redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { type MemberBrowser, openSite, PASSWORD, type Site } from '#tests/support/site/site.ts';

const OWN = '/api/web/account/sign-in-phone';
const PHONE = '09171234567';
const LITO = {
  first_name: 'Lito',
  middle_name: '',
  last_name: 'Bautista',
  role: 'farmer',
} as const;

const codesOf = ({ body }: ApiResponse) => body['field_codes'] ?? body['code'];
const set = (browser: MemberBrowser, phone_number: string) =>
  browser.change('PUT', OWN, { phone_number });
const setOf = (staff: MemberBrowser, { member }: MemberBrowser, phone_number: string) =>
  staff.change('PUT', `${MEMBERS}/${member.id}/sign-in-phone`, { phone_number });
const signIn = (site: Site, phone_number: string) =>
  site.guest().post('/api/web/auth/phone-login', { phone_number, password: PASSWORD });
const remove = (browser: MemberBrowser) => browser.change('DELETE', OWN);

test('staff add a member with a phone number, and find them by it', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const add = (given: object) => staff.post(MEMBERS, { ...LITO, ...given });
  const { body } = requireOk(await add({ sign_in_phone: '+63 917 123 4567' }));
  const { account_id } = body['data'];
  expect(await deliveredEmails(site)).toEqual([]);
  const contact = (await staff.post(`${MEMBERS}/${account_id}/contact`)).body['data'];
  expect(contact).toEqual({
    email: null,
    sign_in_phone: PHONE,
    claimed_phone: null,
    contact_phone: null,
  });
  const record = (await staff.get(`${MEMBERS}/${account_id}`)).body;
  expect(record['data']).toMatchObject({ has_email: false });
  expect(JSON.stringify(record)).not.toContain(PHONE);
  const found = (await staff.get(`${MEMBERS}?search=0917`)).body['data'].members;
  expect(found).toMatchObject([{ account_id }]);
  expect(codesOf(await add({ sign_in_phone: PHONE }))).toEqual({ sign_in_phone: 'phone_taken' });
  expect(codesOf(await add({}))).toEqual({ email: 'email_or_phone_required' });
  expect(codesOf(await add({ sign_in_phone: '123' }))).toEqual({
    sign_in_phone: 'number_too_short',
  });
  const form = { action: 'add', ...LITO, email: '', sign_in_phone: '09170000003' };
  const [status, location] = redirectOf(await sendForm(staff, '/staff/members/new', form));
  expect(status).toBe(303);
  expect(location).toContain('?done=added_by_phone');
});

test('a member who enters another’s number is not addressed as its owner', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { id } = await site.member();
  const sentencesOf = async (phone_number: string) =>
    (await staff.change('PUT', `${MEMBERS}/${id}/sign-in-phone`, { phone_number })).body['fields'];
  const [short, wrong] = [await sentencesOf('0917'), await sentencesOf('08171234567')];
  expect(short).toEqual({ phone_number: 'A phone number must be 11 digits long.' });
  expect(wrong['phone_number']).toContain('no Philippine mobile number');
  const own = await staff.change('PUT', '/api/web/account/sign-in-phone', { phone_number: '0917' });
  expect(own.body['fields']).toEqual({
    phone_number: 'Your contact number must be 11 digits long.',
  });
});

test('an operator adds a member with a phone number, and gets the link', async () => {
  const { services } = await openSite();
  const { link } = await addMember(services, { ...LITO, sign_in_phone: PHONE });
  expect(link).toContain('/join/password/');
});

test('staff set and remove a member’s number with a fresh confirmation, which is logged', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { id } = await site.member();
  const lito = await joinByPhone(site, '09170000004');
  const setNumber = (memberId: string, phone_number: string | null) =>
    staff.change('PUT', `${MEMBERS}/${memberId}/sign-in-phone`, { phone_number });
  requireOk(await setNumber(id, PHONE));
  expect(codesOf(await setNumber(id, PHONE))).toEqual({ phone_number: 'no_changes' });
  expect(codesOf(await setNumber(lito.member.id, PHONE))).toEqual({ phone_number: 'phone_taken' });
  expect(codesOf(await setNumber(lito.member.id, null))).toBe('phone_needed');
  requireOk(await setNumber(id, null));
  expect(await actsOf(site, 'member.phone_set')).toMatchObject([
    { actor_id: staff.member.id, member_id: id, details: '{}' },
    { actor_id: staff.member.id, member_id: id, details: '{}' },
  ]);
  site.advanceClock(STALE_MS);
  expect(codesOf(await setNumber(id, PHONE))).toBe('confirmation_required');
});

test('a claimed number gets the usual response, works once staff confirm it, and locks no one out', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const [tess, maria] = [await site.signedIn(), await site.signedIn()];
  const lito = await joinByPhone(site, '09170000005');
  requireOk(await maria.change('PATCH', '/api/web/account/phone', { phone_number: PHONE }));
  // A contact number, a login number, a claimed one, and an unknown one.
  for (const phone of [PHONE, '09170000005', '09170000006']) {
    const profile = requireOk(await set(tess, phone)).body['data'];
    expect(profile).toMatchObject({ claimed_phone: phone, sign_in_phone: null });
  }
  requireOk(await set(tess, PHONE));
  requireOk(await set(maria, PHONE));
  expect(codesOf(await set(maria, PHONE))).toEqual({ phone_number: 'no_changes' });
  expect((await signIn(site, PHONE)).status).toBe(401);
  const { body } = await staff.get(`${MEMBERS}?search=${PHONE}`);
  expect(body['data'].members).toEqual([]);
  requireOk(await setOf(staff, maria, PHONE));
  expect(requireOk(await signIn(site, PHONE)).body['data'].account_id).toBe(maria.member.id);
  const [heard] = await getAllNotifications(tess);
  expect(heard?.title).toBe('The number you wanted to log in with is someone else’s');
  expect(await getAllNotifications(maria)).toEqual([]);
  expect((await tess.get('/api/web/account/profile')).body['data'].claimed_phone).toBeNull();
  // A number set by staff stays.
  expect(codesOf(await setOf(staff, tess, PHONE))).toEqual({ phone_number: 'phone_taken' });
  expect(codesOf(await setOf(staff, tess, '09170000005'))).toEqual({ phone_number: 'phone_taken' });
  expect((await signIn(site, '09170000005')).status).toBe(200);
  expect(lito.member.id).not.toBe(tess.member.id);
});

test('a number that its member set before still works, until staff assign it to another', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const tess = await site.signedIn();
  const { id } = tess.member;
  const { db } = site.services;
  await db.updateTable('members').set({ sign_in_phone: PHONE }).where('id', '=', id).execute();
  const claim = { member_id: id, phone: PHONE, claimed_at: 0 };
  await db.insertInto('sign_in_phone_claims').values(claim).execute();
  expect((await signIn(site, PHONE)).status).toBe(200);
  const added = { ...LITO, sign_in_phone: PHONE };
  const lito = requireOk(await staff.post(MEMBERS, added)).body['data'].account_id;
  const contact = requireOk(await staff.post(`${MEMBERS}/${lito}/contact`)).body['data'];
  expect(contact).toMatchObject({ sign_in_phone: PHONE, claimed_phone: null });
  expect(await getAllNotifications(tess)).toHaveLength(1);
  expect((await tess.get('/api/web/account/profile')).body['data'].sign_in_phone).toBeNull();
});

test('a member removes a claim or the number, with a fresh confirmation, a few times a day', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const ana = await site.signedIn();
  const lito = await joinByPhone(site, '09170000005');
  requireOk(await setOf(staff, ana, '0917 123 4567'));
  requireOk(await set(ana, '09170000006'));
  expect(requireOk(await remove(ana)).body['data']).toMatchObject({
    claimed_phone: null,
    sign_in_phone: PHONE,
  });
  expect(requireOk(await remove(ana)).body['data'].sign_in_phone).toBeNull();
  expect(codesOf(await remove(ana))).toEqual({ phone_number: 'no_changes' });
  expect(codesOf(await remove(lito))).toBe('phone_needed');
  requireOk(await set(ana, PHONE));
  expect((await set(ana, '09170000008')).status).toBe(429);
  site.advanceClock(STALE_MS);
  expect(codesOf(await set(lito, PHONE))).toBe('confirmation_required');
});

test('of two members given one number concurrently, one gets it', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const [ana, ben] = [await site.signedIn(), await site.signedIn()];
  for (const each of [ana, ben]) requireOk(await set(each, PHONE));
  const results = await Promise.all([ana, ben].map((each) => setOf(staff, each, PHONE)));
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200, 409]));
});

test('staff confirm a member’s claim with one press', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const ana = await site.signedIn();
  const form = { action: 'save', phone_number: PHONE };
  const [, location] = redirectOf(await sendForm(ana, '/profile/log-in-phone', form));
  expect(location).toBe('/profile/log-in-phone?done=claimed');
  const contact = requireOk(await staff.post(`${MEMBERS}/${ana.member.id}/contact`)).body['data'];
  expect(contact).toMatchObject({ sign_in_phone: null, claimed_phone: PHONE });
  const confirm = { action: 'phone', phone_number: contact.claimed_phone };
  const confirmed = await sendForm(staff, `/staff/members/${ana.member.id}`, confirm);
  expect(redirectOf(confirmed)[1]).toContain('?done=phone');
  expect((await signIn(site, PHONE)).status).toBe(200);
});

test('others never see the number', async () => {
  const site = await openSite();
  const lito = await joinByPhone(site, PHONE);
  const reader = await site.signedIn();
  const paths = [`/api/web/forum/users/${lito.member.id}/profile`, '/api/web/forum/list/followers'];
  for (const path of paths)
    expect(JSON.stringify((await reader.get(path)).body)).not.toContain(PHONE);
});
