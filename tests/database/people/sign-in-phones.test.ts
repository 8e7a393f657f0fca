// The number that a member signs in with: staff or the member set it.
import { expect, test } from 'vitest';

import { addMember } from '#lib/server/people/members/manage-members.ts';
import { deliveredEmails } from '#tests/support/nouns/emails.ts';
import { joinByPhone } from '#tests/support/nouns/members-without-email.ts';
import { actsOf, MEMBERS, signedInStaff, STALE_MS } from '#tests/support/nouns/staff.ts';
import { type ApiResponse, requireOk } from '#tests/support/site/http-browser.ts';
import { redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { type MemberBrowser, openSite } from '#tests/support/site/site.ts';

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
const remove = (browser: MemberBrowser) => browser.change('DELETE', OWN);

test('staff add a member with a phone number, who is then found by it', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const add = (given: object) => staff.post(MEMBERS, { ...LITO, ...given });
  const { body } = requireOk(await add({ sign_in_phone: '+63 917 123 4567' }));
  const { account_id } = body['data'];
  expect(await deliveredEmails(site)).toEqual([]);
  const contact = (await staff.post(`${MEMBERS}/${account_id}/contact`)).body['data'];
  expect(contact).toEqual({ email: null, sign_in_phone: PHONE, contact_phone: null });
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

test('who enters the number of somebody else is not addressed as if it were theirs', async () => {
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

test('staff set and remove the number of a member with a fresh password, and it is logged', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { id } = await site.member();
  const lito = await joinByPhone(site, '09170000004');
  const setOf = (memberId: string, phone_number: string | null) =>
    staff.change('PUT', `${MEMBERS}/${memberId}/sign-in-phone`, { phone_number });
  requireOk(await setOf(id, PHONE));
  expect(codesOf(await setOf(id, PHONE))).toEqual({ phone_number: 'no_changes' });
  expect(codesOf(await setOf(lito.member.id, PHONE))).toEqual({ phone_number: 'phone_taken' });
  expect(codesOf(await setOf(lito.member.id, null))).toBe('phone_needed');
  requireOk(await setOf(id, null));
  expect(await actsOf(site, 'member.phone_set')).toMatchObject([
    { actor_id: staff.member.id, member_id: id, details: '{}' },
    { actor_id: staff.member.id, member_id: id, details: '{}' },
  ]);
  site.advanceClock(STALE_MS);
  expect(codesOf(await setOf(id, PHONE))).toBe('confirmation_required');
});

test('a member sets and removes their number with a fresh password, a few times a day', async () => {
  const site = await openSite();
  const ana = await site.signedIn();
  const lito = await joinByPhone(site, '09170000005');
  const profile = requireOk(await set(ana, '0917 123 4567')).body['data'];
  expect(profile).toMatchObject({ sign_in_phone: PHONE, contact_phone: null });
  expect(codesOf(await set(ana, '09170000005'))).toEqual({ phone_number: 'phone_taken' });
  expect(codesOf(await remove(lito))).toBe('phone_needed');
  expect(requireOk(await remove(ana)).body['data'].sign_in_phone).toBe(null);
  for (const phone of ['09170000006', '09170000007']) requireOk(await set(ana, phone));
  expect((await set(ana, '09170000008')).status).toBe(429);
  site.advanceClock(STALE_MS);
  expect(codesOf(await set(lito, PHONE))).toBe('confirmation_required');
});

test('of two who take a number at the same time, one has it', async () => {
  const site = await openSite();
  const [ana, ben] = [await site.signedIn(), await site.signedIn()];
  const results = await Promise.all([set(ana, PHONE), set(ben, PHONE)]);
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200, 409]));
});

test('others see the number nowhere', async () => {
  const site = await openSite();
  const lito = await joinByPhone(site, PHONE);
  const reader = await site.signedIn();
  const paths = [`/api/web/forum/users/${lito.member.id}/profile`, '/api/web/forum/list/followers'];
  for (const path of paths)
    expect(JSON.stringify((await reader.get(path)).body)).not.toContain(PHONE);
});
