import { expect, test } from 'vitest';

import { disableMember } from '#lib/server/people/managed-members/manage-members.ts';
import { actsOf, MEMBERS, signedInStaff } from '#tests/support/nouns/staff.ts';
import { sendDuring } from '#tests/support/site/send-during.ts';
import { openSite } from '#tests/support/site/site.ts';

const codeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
];

test('a role applies from the next request on, and staff cannot change their own', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const other = await site.signedIn();
  const change = (id: string, role: string, browser = staff) =>
    browser.change('PATCH', `${MEMBERS}/${id}/role`, { role });
  expect((await other.get(MEMBERS)).status).toBe(403);
  expect((await change(other.member.id, 'staff')).body['data'].role).toBe('staff');
  expect((await other.get(MEMBERS)).status).toBe(200);
  expect(codeOf(await change(staff.member.id, 'farmer'))).toEqual([403, 'own_account']);
  expect((await change(other.member.id, 'staff')).body['field_codes']).toEqual({
    role: 'no_changes',
  });
  expect((await change(other.member.id, 'feed')).status).toBe(200);
  expect((await other.get(MEMBERS)).status).toBe(403);
  expect(await actsOf(site, 'member.role_changed')).toMatchObject([
    { details: '{"from":"farmer","to":"staff"}' },
    { details: '{"from":"staff","to":"feed"}' },
  ]);
});

test.each(['demote', 'disable'])(
  'of two staff who demote, or %s, each other concurrently, one stays',
  async (how) => {
    const site = await openSite();
    const [sol, luz] = [await signedInStaff(site), await signedInStaff(site, 'Luz')];
    const demote = (who: typeof sol, other: typeof sol) =>
      who.change('PATCH', `${MEMBERS}/${other.member.id}/role`, { role: 'farmer' });
    const responses = await Promise.all([
      demote(sol, luz),
      how === 'demote'
        ? demote(luz, sol)
        : luz.post(`${MEMBERS}/${sol.member.id}/disable`, { reason: 'Left' }),
    ]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const staff = await site.services.db
      .selectFrom('members')
      .where('role', '=', 'staff')
      .where('disabled_at', 'is', null)
      .select('id')
      .execute();
    expect(staff).toHaveLength(1);
  },
);

test('requests that staff send while losing the role have no effect', async () => {
  const site = await openSite();
  const [sol, luz] = [await signedInStaff(site), await signedInStaff(site, 'Luz')];
  const { id } = await site.member();
  const acts: [string, string, object][] = [
    ['PATCH', `${MEMBERS}/${id}/role`, { role: 'feed' }],
    ['POST', `${MEMBERS}/${id}/disable`, { reason: 'Left' }],
    ['POST', `${MEMBERS}/${id}/email`, { email: 'new@glean.example' }],
  ];
  const setRole = (role: string) =>
    sol.change('PATCH', `${MEMBERS}/${luz.member.id}/role`, { role });
  for (const act of acts) {
    const response = await sendDuring(luz, act, () => setRole('farmer'));
    expect([response.status, (await response.json()).code]).toEqual([403, 'staff_only']);
    await setRole('staff');
  }
  expect((await sol.get(`${MEMBERS}/${id}`)).body['data']).toMatchObject({
    role: 'farmer',
    is_disabled: false,
    email_change_until: null,
  });
});

test('the last member of staff cannot be disabled, not even by the operator', async () => {
  const site = await openSite();
  const sol = await signedInStaff(site);
  const disable = () => disableMember(site.services, sol.member.id);
  await expect(disable()).rejects.toMatchObject({ code: 'last_staff_member' });
  expect((await sol.get(MEMBERS)).status).toBe(200);
  const luz = await signedInStaff(site);
  await disableMember(site.services, luz.member.id);
  await expect(disable()).rejects.toMatchObject({ code: 'last_staff_member' });
});
