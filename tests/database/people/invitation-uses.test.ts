// The uses of an invitation, with concurrent applicants.
import { expect, test } from 'vitest';

import { deliveredEmails } from '#tests/support/nouns/emails.ts';
import {
  applyFor,
  confirmJoin,
  countRows,
  INVITATIONS,
  makeInvitation,
  newestToken,
  signInStaff,
  tokenIn,
} from '#tests/support/nouns/joining.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const APPLICANTS = 6;

const byText = (a: string | number, b: string | number) => String(a).localeCompare(String(b));

/** Lets several people apply with an invitation. @returns the tokens of their links */
async function applyByInvitation(site: Site, invitation: string): Promise<string[]> {
  for (let nth = 0; nth < APPLICANTS; nth += 1)
    await applyFor(site.guest(), { invitation, email: `lea${nth}@farm.example` });
  return (await deliveredEmails(site)).map(tokenIn);
}

test('of concurrent applicants, an invitation admits its number; the others wait for staff', async () => {
  const site = await openSite();
  const staff = await signInStaff(site);
  const { id, code } = await makeInvitation(staff, site, { max_uses: 2 });
  const tokens = await applyByInvitation(site, code);
  const results = await Promise.all(tokens.map((token) => confirmJoin(site.guest(), token)));
  const states = results.map(({ body }) => body['data'].state);
  expect(states.toSorted(byText)).toEqual([
    'joined',
    'joined',
    'waiting',
    'waiting',
    'waiting',
    'waiting',
  ]);
  const { data } = (await staff.get(`${INVITATIONS}/${id}`)).body;
  expect([data.uses, data.state, data.members.length]).toEqual([2, 'used_up', 2]);
  const { applications } = (await staff.get('/api/admin/applications')).body['data'];
  expect(applications).toHaveLength(4);
});

test('where only invitations admit, a used up one ends', async () => {
  const site = await openSite({ REGISTRATION: 'invitation' });
  const staff = await signInStaff(site);
  const closed = await applyFor(site.guest());
  expect([closed.status, closed.body['code']]).toEqual([403, 'registration_closed']);
  const { code } = await makeInvitation(staff, site, { max_uses: 1 });
  const [first = '', second = ''] = await applyByInvitation(site, code);
  expect((await confirmJoin(site.guest(), first)).status).toBe(200);
  const late = await confirmJoin(site.guest(), second);
  expect([late.status, late.body['code']]).toEqual([404, 'invitation_not_found']);
  expect((await staff.get('/api/admin/applications')).body['data'].applications).toEqual([]);
});

test('a link pressed twice concurrently makes one member', async () => {
  const site = await openSite();
  const staff = await signInStaff(site);
  const { code: invitation } = await makeInvitation(staff, site);
  await applyFor(site.guest(), { invitation });
  const token = await newestToken(site);
  const before = await countRows(site.services.db, 'members');
  const results = await Promise.all([1, 2, 3].map(() => confirmJoin(site.guest(), token)));
  expect(results.map(({ status }) => status).toSorted(byText)).toEqual([200, 400, 400]);
  expect(await countRows(site.services.db, 'members')).toBe(before + 1);
});

test('two links for one address make one member', async () => {
  const site = await openSite();
  const staff = await signInStaff(site);
  const { code: invitation } = await makeInvitation(staff, site);
  await applyFor(site.guest(), { invitation });
  await applyFor(site.guest(), { invitation });
  const tokens = (await deliveredEmails(site)).map(tokenIn);
  const results = await Promise.all(tokens.map((token) => confirmJoin(site.guest(), token)));
  expect(results.map(({ status }) => status).toSorted(byText)).toEqual([200, 400]);
});
