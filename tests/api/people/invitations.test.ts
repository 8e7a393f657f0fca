import { expect, test } from 'vitest';

import {
  applyFor,
  confirmJoin,
  INVITATIONS,
  JOIN,
  makeInvitation,
  newestToken,
  signInStaff,
} from '#tests/support/nouns/joining.ts';
import { openSite } from '#tests/support/site/site.ts';

const DAY = 86_400_000;

test('an invitation admits at once, and staff see who used it', async () => {
  const site = await openSite();
  const staff = await signInStaff(site);
  const { id, code } = await makeInvitation(staff, site, { role: 'gleaner' });
  expect(Buffer.from(code, 'base64url')).toHaveLength(16);
  const opened = await site.guest().get(`${JOIN}/terms?invitation=${code}`);
  expect(opened.body['data'].invitation).toEqual({ role: 'gleaner' });
  const browser = site.guest();
  // The role comes from the invitation.
  const sent = await applyFor(browser, { invitation: code, role: 'farmer' });
  expect([sent.status, sent.body]).toEqual([201, { data: { next: 'email' } }]);
  expect((await staff.get(`${INVITATIONS}/${id}`)).body['data']).toMatchObject({ uses: 0 });
  expect((await confirmJoin(browser, await newestToken(site))).status).toBe(200);
  const profile = (await browser.get('/api/web/account/profile')).body['data'];
  expect(profile.role).toBe('Gleaning organization');
  const { data } = (await staff.get(`${INVITATIONS}/${id}`)).body;
  expect(data).toMatchObject({
    uses: 1,
    state: 'open',
    invited_by: 'Maria Santos',
    members: [{ account_id: profile.account_id, name: 'Lea Manalo' }],
  });
});

test('unknown, expired, revoked and used-up invitations get the same response', async () => {
  const site = await openSite();
  const staff = await signInStaff(site);
  const revoked = await makeInvitation(staff, site);
  for (const _ of ['once', 'again']) {
    const { status, body } = await staff.change('DELETE', `${INVITATIONS}/${revoked.id}`);
    expect([status, body['data'].state]).toEqual([200, 'revoked']);
  }
  const used = await makeInvitation(staff, site, { max_uses: 1 });
  await applyFor(site.guest(), { invitation: used.code });
  await confirmJoin(site.guest(), await newestToken(site));
  const ended = await makeInvitation(staff, site);
  expect((await site.guest().get(`${JOIN}/terms?invitation=${ended.code}`)).status).toBe(200);
  site.advanceClock(8 * DAY);
  const responses = new Set<string>();
  for (const code of [revoked.code, used.code, ended.code, 'A'.repeat(22), 'x']) {
    for (const { status, body } of [
      await site.guest().get(`${JOIN}/terms?invitation=${code}`),
      await applyFor(site.guest(), { invitation: code, email: 'other@farm.example' }),
    ])
      responses.add(`${status} ${JSON.stringify(body)}`);
  }
  expect([...responses]).toEqual([expect.stringMatching(/^404 .*"invitation_not_found"/)]);
});

test('staff set an invitation’s note, number of uses and expiry', async () => {
  const site = await openSite();
  const staff = await signInStaff(site);
  const today = new Date(site.services.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const input = { note: 'Door', max_uses: 5, until: today };
  for (const [field, value, code] of [
    ['note', '', 'note_required'],
    ['max_uses', 0, 'uses_out_of_range'],
    ['max_uses', 501, 'uses_out_of_range'],
    ['role', 'staff', 'role_required'],
    ['until', '2020-01-01', 'until_past'],
    ['until', '2099-01-01', 'invitation_too_long'],
    ['until', 'soon', 'day_invalid'],
  ] as const) {
    const { status, body } = await staff.post(INVITATIONS, { ...input, [field]: value });
    expect([status, body['field_codes']]).toEqual([400, { [field]: code }]);
  }
  expect((await staff.post(INVITATIONS, input)).status).toBe(201);
  const { invitations } = (await staff.get(INVITATIONS)).body['data'];
  expect(invitations).toMatchObject([{ note: 'Door', max_uses: 5, until: today, role: null }]);
});

test('the log has staff’s acts about applications and invitations, without names and reasons', async () => {
  const site = await openSite();
  const staff = await signInStaff(site);
  const { id } = await makeInvitation(staff, site);
  await staff.change('DELETE', `${INVITATIONS}/${id}`);
  await applyFor(site.guest());
  const [{ application_id }] = (await staff.get('/api/admin/applications')).body['data']
    .applications;
  const decline = `/api/admin/applications/${application_id}/decline`;
  await staff.post(decline, { reason: 'Lea lives too far away.' });
  const rows = await site.services.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
  expect(rows.map(({ act, actor_id, target_id }) => [act, actor_id, target_id])).toEqual([
    ['invitation.made', staff.member.id, id],
    ['invitation.revoked', staff.member.id, id],
    ['application.declined', staff.member.id, application_id],
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/Lea|Door/);
});

test('members who are not staff have no access to invitations and applications', async () => {
  const site = await openSite();
  const staff = await signInStaff(site);
  const { id } = await makeInvitation(staff, site);
  await applyFor(site.guest());
  const [{ application_id }] = (await staff.get('/api/admin/applications')).body['data']
    .applications;
  const member = await site.signedIn();
  for (const [method, path] of [
    ['GET', INVITATIONS],
    ['POST', INVITATIONS],
    ['GET', `${INVITATIONS}/${id}`],
    ['DELETE', `${INVITATIONS}/${id}`],
    ['GET', '/api/admin/applications'],
    ['POST', `/api/admin/applications/${application_id}/admit`],
    ['POST', `/api/admin/applications/${application_id}/decline`],
  ] as const) {
    const response =
      method === 'GET'
        ? await member.get(path)
        : await member.change(method, path, { reason: 'x' });
    expect([path, response.status, response.body['code']]).toEqual([path, 403, 'staff_only']);
  }
});

test('an applicant whose invitation was revoked waits for staff', async () => {
  const site = await openSite();
  const staff = await signInStaff(site);
  const { id, code } = await makeInvitation(staff, site);
  const browser = site.guest();
  await applyFor(browser, { invitation: code });
  const token = await newestToken(site);
  await staff.change('DELETE', `${INVITATIONS}/${id}`);
  expect((await confirmJoin(browser, token)).body).toEqual({ data: { state: 'waiting' } });
  expect(browser.cookies.has('session')).toBe(false);
});
