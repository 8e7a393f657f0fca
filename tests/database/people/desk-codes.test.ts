// Codes that staff hand over in person to members who cannot log in.
import { expect, test } from 'vitest';

import { deleteExpiredDeskCodes, LIMITS } from '#lib/server/people/passwords/desk-codes/service.ts';
import { NEW_PASSWORD } from '#tests/support/nouns/joining.ts';
import { joinByPhone } from '#tests/support/nouns/members-without-email.ts';
import { addPasskey } from '#tests/support/nouns/passkeys.ts';
import { actsOf, MEMBERS, signedInStaff, STALE_MS } from '#tests/support/nouns/staff.ts';
import { type ApiResponse, type Browser, requireOk } from '#tests/support/site/http-browser.ts';
import { sendForm } from '#tests/support/site/send-form.ts';
import { openSite, PASSWORD, type Site } from '#tests/support/site/site.ts';

const USE = '/api/web/auth/desk-code';
const PHONE = '09171234567';
const HOUR_MS = 3_600_000;

const askFor = (staff: Browser, id: string) => staff.post(`${MEMBERS}/${id}/desk-code`);
const codeIn = ({ body }: ApiResponse): string => body['data'].code;

const useCode = (site: Site, code: string, password = NEW_PASSWORD) =>
  site.guest().post(USE, { code, password });

const signIn = (site: Site, password: string) =>
  site.guest().post('/api/web/auth/phone-login', { phone_number: PHONE, password });

async function openDesk() {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const lito = await joinByPhone(site, PHONE);
  return { site, staff, lito, id: lito.member.id };
}

test('a code sets a password once, and ends all sessions', async () => {
  const { site, staff, lito, id } = await openDesk();
  const code = codeIn(requireOk(await askFor(staff, id)));
  expect(code).toMatch(/^[A-HJ-NP-Z2-9]{5}-[A-HJ-NP-Z2-9]{5}$/);
  const stored = await site.services.db.selectFrom('desk_codes').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(code.replace('-', ''));
  const weak = await useCode(site, code, 'short');
  expect(weak.body['field_codes']).toEqual({ password: 'password_weak' });
  expect((await lito.get('/api/web/forum')).status).toBe(200);
  requireOk(await useCode(site, ` ${code.toLowerCase().replace('-', ' ')}`));
  expect((await lito.get('/api/web/forum')).status).toBe(401);
  expect((await signIn(site, PASSWORD)).status).toBe(401);
  expect((await signIn(site, NEW_PASSWORD)).status).toBe(200);
  expect((await useCode(site, code)).body['field_codes']).toEqual({ code: 'wrong_desk_code' });
  const logged = { actor_id: staff.member.id, target_id: id, member_id: id, details: '{}' };
  expect(await actsOf(site, 'member.code_made')).toMatchObject([logged]);
  expect(await actsOf(site, 'member.code_used')).toMatchObject([logged]);
});

test('of two concurrent uses of a code, one sets the password', async () => {
  const { site, staff, id } = await openDesk();
  const code = codeIn(await askFor(staff, id));
  const results = await Promise.all([useCode(site, code), useCode(site, code)]);
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200, 400]));
});

test('a code ends after a day, with a later one, a new password, or its creator’s role', async () => {
  const { site, staff, lito, id } = await openDesk();
  const codeOf = async () => codeIn(requireOk(await askFor(staff, id)));
  const isWrong = async (code: string) => (await useCode(site, code)).status === 400;
  const first = await codeOf();
  const second = await codeOf();
  expect(await isWrong(first)).toBe(true);
  const change = { old_password: PASSWORD, new_password: 'Ulan-at-1-Araw!' };
  requireOk(await lito.change('PATCH', '/api/web/account/password', change));
  expect(await isWrong(second)).toBe(true);
  const third = await codeOf();
  const { db } = site.services;
  const setRole = (memberId: string, role: 'staff' | 'farmer') =>
    db.updateTable('members').set({ role }).where('id', '=', memberId).execute();
  await setRole(staff.member.id, 'farmer');
  expect(await isWrong(third)).toBe(true);
  await setRole(staff.member.id, 'staff');
  await setRole(id, 'staff');
  expect(await isWrong(third)).toBe(true);
  await setRole(id, 'farmer');
  site.advanceClock(24 * HOUR_MS + 1);
  expect(await isWrong(third)).toBe(true);
  await deleteExpiredDeskCodes(site.services);
  expect(await db.selectFrom('desk_codes').select('member_id').execute()).toEqual([]);
});

test('staff create codes with a fresh confirmation, for enabled members who are not staff', async () => {
  const { site, staff, lito, id } = await openDesk();
  const other = await signedInStaff(site, 'Rey');
  const gone = await site.member({ disabled_at: 1 });
  const codes = async (...ids: string[]) =>
    Promise.all(ids.map(async (each) => (await askFor(staff, each)).body['code']));
  expect(await codes(other.member.id, staff.member.id, gone.id)).toEqual([
    'staff_account',
    'staff_account',
    'member_disabled',
  ]);
  expect((await askFor(lito, id)).status).toBe(403);
  expect((await askFor(site.guest(), id)).status).toBe(401);
  site.advanceClock(STALE_MS);
  expect(await codes(id)).toEqual(['confirmation_required']);
  expect(await actsOf(site, 'member.code_made')).toEqual([]);
});

test('wrong codes are limited, and reveal nothing about members', async () => {
  const { site, staff, id } = await openDesk();
  const code = codeIn(await askFor(staff, id));
  for (let nth = 0; nth < LIMITS.useDeskCode.points; nth += 1)
    expect((await useCode(site, 'ABCDEFGHJK')).status).toBe(400);
  expect((await useCode(site, code)).status).toBe(429);
});

test('the forms work without JavaScript: staff see the code once, in the response', async () => {
  const { site, staff, id } = await openDesk();
  const made = await sendForm(staff, `/staff/members/${id}`, { action: 'code' });
  expect(made.status).toBeLessThan(400);
  const code = codeIn(await askFor(staff, id));
  const used = await sendForm(site.guest(), '/login/code', { code, password: NEW_PASSWORD });
  expect(used.headers.get('location')).toBe('/login/code?done=chosen');
});

test('a code removes the passkeys, which were on the lost phone', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { browser } = await addPasskey(site);
  requireOk(await useCode(site, codeIn(requireOk(await askFor(staff, browser.member.id)))));
  expect(await site.services.db.selectFrom('passkeys').selectAll().execute()).toEqual([]);
});
