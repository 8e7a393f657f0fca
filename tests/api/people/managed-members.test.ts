import { expect, test } from 'vitest';

import { disableMember } from '#lib/server/people/managed-members/manage-members.ts';
import { deliveredEmails } from '#tests/support/nouns/emails.ts';
import { actsOf, MEMBERS, signedInStaff } from '#tests/support/nouns/staff.ts';
import { openSite } from '#tests/support/site/site.ts';

const codeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
];
const LEA = {
  email: 'lea@glean.example',
  first_name: 'Lea',
  middle_name: '',
  last_name: 'Manalo',
  role: 'gleaner',
};

test('staff find members by name, email and role, newest first, in pages', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const ana = await site.member({ first_name: 'Ana', last_name: 'Peña', role: 'gleaner' });
  const jun = await site.member({ first_name: 'Jun', last_name: 'Cruz', email: 'jun@x.example' });
  const gone = await site.member({ first_name: 'Ñora', last_name: 'Cruz', disabled_at: 1 });
  const find = async (query: string) => {
    const { body } = await staff.get(`${MEMBERS}?${query}`);
    return body['data'].members.map((each: { account_id: string }) => each.account_id);
  };
  expect(await find('')).toEqual([gone.id, jun.id, ana.id, staff.member.id]);
  expect(await find('search=cruz')).toEqual([gone.id, jun.id]);
  expect(await find('search=JUN cruz')).toEqual([jun.id]);
  expect(await find('search=Ñora')).toEqual([gone.id]);
  expect(await find('search=jun@x')).toEqual([jun.id]);
  expect(await find('search=%25')).toEqual([]);
  expect(await find('role=gleaner')).toEqual([ana.id]);
  const first = (await staff.get(`${MEMBERS}?limit=3`)).body['data'];
  expect(first.members).toHaveLength(3);
  expect(await find(`limit=3&cursor=${first.nextCursor}`)).toEqual([staff.member.id]);
  expect(codeOf(await staff.get(`${MEMBERS}?role=king`))).toEqual([400, 'invalid']);
});

test('only the contact response has phone and email, and each view is logged', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const phone = '09171234567';
  const { id, email } = await site.member({ contact_phone: phone });
  for (const path of [MEMBERS, `${MEMBERS}?search=${email}`, `${MEMBERS}/${id}`]) {
    const { status, body } = await staff.get(path);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain(phone);
    expect(JSON.stringify(body)).not.toContain(email);
  }
  expect(await actsOf(site, 'member.contact_viewed')).toEqual([]);
  for (const _ of ['once', 'again'])
    expect((await staff.post(`${MEMBERS}/${id}/contact`)).body['data']).toEqual({
      email,
      sign_in_phone: null,
      claimed_phone: null,
      contact_phone: phone,
    });
  const look = { actor_id: staff.member.id, target_id: id, member_id: id, details: '{}' };
  expect(await actsOf(site, 'member.contact_viewed')).toMatchObject([look, look]);
});

test('staff add a member, who gets the email that explains how to choose a password', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { status, body } = await staff.post(MEMBERS, LEA);
  expect(status).toBe(201);
  const { account_id } = body['data'];
  expect((await staff.get(`${MEMBERS}/${account_id}`)).body['data']).toMatchObject({
    name: 'Lea Manalo',
    role: 'gleaner',
    is_disabled: false,
    sessions: 0,
    last_seen: null,
  });
  expect((await deliveredEmails(site)).at(-1)).toContain('lea@glean.example');
  expect(codeOf(await staff.post(MEMBERS, LEA))).toEqual([409, 'email_taken']);
  expect(await actsOf(site, 'member.added')).toMatchObject([
    { actor_id: staff.member.id, target_id: account_id, details: '{"role":"gleaner"}' },
  ]);
});

test('a member is disabled and enabled with a reason, which is logged', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const jun = await site.signedIn();
  const { id } = jun.member;
  const change = (act: string, reason: string) => staff.post(`${MEMBERS}/${id}/${act}`, { reason });
  expect((await change('disable', ' ')).body['field_codes']).toEqual({ reason: 'reason_required' });
  expect((await change('disable', 'Sells tickets')).body['data'].is_disabled).toBe(true);
  expect((await jun.get('/api/web/account/profile')).status).toBe(401);
  expect((await change('enable', 'A mistake')).body['data'].is_disabled).toBe(false);
  expect((await site.loggedIn(jun.member)).cookies.has('session')).toBe(true);
  const by = { actor_id: staff.member.id, target_id: id };
  expect(await actsOf(site, 'member.disabled')).toMatchObject([{ ...by, reason: 'Sells tickets' }]);
  expect(await actsOf(site, 'member.enabled')).toMatchObject([{ ...by, reason: 'A mistake' }]);
  const own = `${MEMBERS}/${staff.member.id}/disable`;
  expect(codeOf(await staff.post(own, { reason: 'Me' }))).toEqual([403, 'own_account']);
});

test('staff end the sessions of a member, but of their own only the others', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const elsewhere = await site.signedIn(staff.member);
  const jun = await site.signedIn();
  const end = (id: string) => staff.change('DELETE', `${MEMBERS}/${id}/sessions`);
  expect((await end(jun.member.id)).status).toBe(200);
  expect((await jun.get('/api/web/account/profile')).status).toBe(401);
  expect((await end(staff.member.id)).status).toBe(200);
  expect((await elsewhere.get(MEMBERS)).status).toBe(401);
  expect((await staff.get(MEMBERS)).status).toBe(200);
  expect(await actsOf(site, 'member.sessions_ended')).toHaveLength(2);
});

test('staff send the email that explains how to choose a password, but see no code', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { id, email } = await site.member();
  const send = () => staff.post(`${MEMBERS}/${id}/password-reset`);
  expect((await send()).body).toEqual({ data: null });
  const [sent = ''] = await deliveredEmails(site);
  expect(sent).toContain(email);
  expect(sent).toContain('/forgot-password');
  expect(sent).not.toMatch(/^\d{8}\r?$/m);
  await disableMember(site.services, id);
  expect(codeOf(await send())).toEqual([409, 'member_disabled']);
  expect(await actsOf(site, 'member.reset_sent')).toHaveLength(1);
});
