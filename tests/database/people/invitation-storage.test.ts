// How long invitations and their notes are stored.
import { expect, test } from 'vitest';

import { clearOldDecisions } from '#lib/server/moderation/quarantine.ts';
import { deleteOldInvitations } from '#lib/server/people/invitations/service.ts';
import { eraseMember } from '#lib/server/privacy/erasures/erase-member.ts';
import {
  applyFor,
  confirmJoin,
  INVITATIONS,
  makeInvitation,
  newestToken,
} from '#tests/support/nouns/joining.ts';
import { joinByPhone } from '#tests/support/nouns/members-without-email.ts';
import {
  addAuthor,
  decide,
  FORUM,
  OWN_MODERATION,
  decisionId,
} from '#tests/support/nouns/moderation.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const DAY_MS = 86_400_000;

/** Joins with an invitation. @returns the new member's id */
async function joinBy(site: Site, code: string, email: string): Promise<string> {
  const browser = site.guest();
  await applyFor(browser, { invitation: code, email });
  await confirmJoin(browser, await newestToken(site));
  return (await browser.get('/api/web/account/profile')).body['data'].account_id;
}

const notesOf = async ({ services: { db } }: Site) => {
  const rows = await db.selectFrom('invitations').orderBy('id').select('note').execute();
  return rows.map(({ note }) => note);
};

test('erasing a member clears staff’s notes about them on invitations, and nothing else', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const make = (note: string, max_uses: number) => makeInvitation(staff, site, { note, max_uses });
  const own = await make('The cousin of Ramon', 1);
  await make('Lea Manalo, admitted otherwise', 1);
  await make('Write to LEA@farm.example', 9);
  await make('Door of the co-op', 9);
  const id = await joinBy(site, own.code, 'lea@farm.example');
  const shared = await make('Meeting of Lea and Ana', 9);
  const neighbour = await joinBy(site, shared.code, 'ana@farm.example');
  await eraseMember(site.services, id);
  expect(await notesOf(site)).toEqual(['', '', '', 'Door of the co-op', 'Meeting of Lea and Ana']);
  await eraseMember(site.services, neighbour);
  expect((await notesOf(site)).at(-1)).toBe('');
});

test('erasing a member clears notes with their numbers, including the one for login', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  for (const note of ['Call 0917 123 4567', 'SMS to +63 918-000-0001', 'Call 0917 123 4568'])
    await makeInvitation(staff, site, { note, max_uses: 1 });
  const { member } = await joinByPhone(site, '09171234567', { contact_phone: '09180000001' });
  await eraseMember(site.services, member.id);
  expect(await notesOf(site)).toEqual(['', '', 'Call 0917 123 4568']);
});

test('an invitation is stored for a year after its last day, and who invited a member for longer', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const unused = await makeInvitation(staff, site);
  const used = await makeInvitation(staff, site);
  const id = await joinBy(site, used.code, 'lea@farm.example');
  const ids = async () => {
    await deleteOldInvitations(site.services);
    const rows = await site.services.db.selectFrom('invitations').select('id').execute();
    return rows.map((row) => row.id).toSorted();
  };
  site.advanceClock((7 + 364) * DAY_MS);
  expect(await ids()).toEqual([unused.id, used.id].toSorted());
  site.advanceClock(2 * DAY_MS);
  expect(await ids()).toEqual([used.id]);
  const later = await site.signedIn(staff.member);
  expect((await later.get(`${INVITATIONS}/${used.id}`)).body['data']).toMatchObject({
    note: '',
    members: [{ account_id: id }],
  });
  await eraseMember(site.services, id);
  expect(await ids()).toEqual([]);
});

test('after 5 years only the number of decisions remains, without the report', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { author, postId } = await addAuthor(site);
  const reporter = await site.signedIn();
  await reporter.post(`${FORUM}/posts/${postId}/report`, { report_desc: 'Rude' });
  await decide(staff, 'post', postId, { action: 'stays', note: 'It is fine.' });
  const warned = await decide(staff, 'member', author.member.id, {
    action: 'warn',
    note: 'Kindly.',
  });
  await author.post(`${OWN_MODERATION}/${decisionId(warned)}/reply`, { content: 'Sorry.' });
  const { db } = site.services;
  const texts = () =>
    db.selectFrom('moderation_decisions').orderBy('id').select(['note', 'reply']).execute();
  const before = await texts();
  site.advanceClock(1820 * DAY_MS);
  await clearOldDecisions(site.services);
  expect(await texts()).toEqual(before);
  expect(await db.selectFrom('reports').select('id').execute()).toHaveLength(1);
  site.advanceClock(10 * DAY_MS);
  await clearOldDecisions(site.services);
  expect(await texts()).toEqual([
    { note: '', reply: null },
    { note: '', reply: null },
  ]);
  expect(await db.selectFrom('reports').select('id').execute()).toEqual([]);
});
