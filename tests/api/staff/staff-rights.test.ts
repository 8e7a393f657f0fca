// Staff's rights end with their role or a suspension, and exclude decisions about themselves.
import { expect, test } from 'vitest';

import { deliveredEmails } from '#tests/support/nouns/emails.ts';
import { applyFor } from '#tests/support/nouns/joining.ts';
import {
  addAuthor,
  decide,
  decisionId,
  DECISIONS,
  FORUM,
  OWN_MODERATION,
} from '#tests/support/nouns/moderation.ts';
import { ADMIN, MEMBERS, signedInStaff, storedActs } from '#tests/support/nouns/staff.ts';
import { sendDuring } from '#tests/support/site/send-during.ts';
import { type MemberBrowser, openSite, type Site } from '#tests/support/site/site.ts';

const WEEK = { action: 'suspend', note: 'Third time.', days: 7 };
const KEY = '0198c0de-0000-7000-8000-000000000000';

const codeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
];

async function waitingApplication(site: Site, staff: MemberBrowser): Promise<string> {
  await applyFor(site.guest());
  return (await staff.get(`${ADMIN}/applications`)).body['data'].applications[0].application_id;
}

/** A write for each noun of staff. */
async function writesOf(site: Site, staff: MemberBrowser): Promise<[string, string, object][]> {
  const application = await waitingApplication(site, staff);
  const { author, postId } = await addAuthor(site);
  const until = new Date(site.services.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const text = { title: 'Chipper', content: 'At the hall.' };
  return [
    ['POST', `${ADMIN}/applications/${application}/admit`, {}],
    ['POST', `${ADMIN}/invitations`, { note: 'Door', max_uses: 5, until }],
    ['POST', `${ADMIN}/guides`, {}],
    ['POST', `${ADMIN}/notifications`, { key: KEY, to: 'everyone', ...text }],
    ['POST', `${ADMIN}/moderation-reasons`, { text: 'It is loud.' }],
    ['POST', `${ADMIN}/reports/post/${postId}/decision`, { action: 'remove', note: 'Spam' }],
    [
      'POST',
      MEMBERS,
      {
        email: 'rey@farm.example',
        first_name: 'Rey',
        middle_name: '',
        last_name: 'Cruz',
        role: 'feed',
      },
    ],
    ['PATCH', `${MEMBERS}/${author.member.id}/role`, { role: 'feed' }],
    ['POST', `${MEMBERS}/${author.member.id}/disable`, { reason: 'Left' }],
    ['POST', `${MEMBERS}/${author.member.id}/email`, { email: 'new@farm.example' }],
    ['POST', `${MEMBERS}/${author.member.id}/contact`, {}],
  ];
}

test('requests that staff send while losing the role have no effect', async () => {
  const site = await openSite();
  const [sol, luz] = [await signedInStaff(site), await signedInStaff(site, 'Luz')];
  const writes = await writesOf(site, sol);
  const setRole = (role: string) =>
    sol.change('PATCH', `${MEMBERS}/${luz.member.id}/role`, { role });
  for (const write of writes) {
    const response = await sendDuring(luz, write, () => setRole('farmer'));
    // Requests without a body may have been handled before the role was lost.
    if (response.status >= 300)
      expect([write[1], response.status, (await response.json()).code]).toEqual([
        write[1],
        403,
        'staff_only',
      ]);
    else expect(Object.keys(write[2])).toEqual([]);
    await setRole('staff');
  }
});

test('suspended staff can read, but do nothing until the suspension ends', async () => {
  const site = await openSite();
  const [sol, luz] = [await signedInStaff(site), await signedInStaff(site, 'Luz')];
  const writes = await writesOf(site, sol);
  const decision = await decide(sol, 'member', luz.member.id, WEEK);
  const acts = await storedActs(site);
  for (const [method, path, body] of writes)
    expect([path, ...codeOf(await luz.change(method, path, body))]).toEqual([
      path,
      403,
      'suspended',
    ]);
  const lift = await luz.post(`${DECISIONS}/${decisionId(decision)}/reversal`);
  expect(codeOf(lift)).toEqual([403, 'suspended']);
  expect(await storedActs(site)).toEqual(acts);
  expect((await luz.get(`${ADMIN}/reports`)).status).toBe(200);
});

test('staff can neither reverse decisions about themselves nor respond to their own reply', async () => {
  const site = await openSite();
  const [sol, luz] = [await signedInStaff(site), await signedInStaff(site, 'Luz')];
  const decision = await decide(sol, 'member', luz.member.id, { action: 'warn', note: 'Be kind.' });
  const id = decisionId(decision);
  await luz.post(`${OWN_MODERATION}/${id}/reply`, { content: 'I was.' });
  for (const [path, body] of [
    ['reversal', {}],
    ['response', { content: 'Indeed.' }],
  ] as const)
    expect(codeOf(await luz.post(`${DECISIONS}/${id}/${path}`, body))).toEqual([
      403,
      'own_account',
    ]);
  const canReverse = async (staff: MemberBrowser) =>
    (await staff.get(`${DECISIONS}/${id}`)).body['data'].can_reverse;
  expect([await canReverse(luz), await canReverse(sol)]).toEqual([false, true]);
  expect((await sol.post(`${DECISIONS}/${id}/reversal`)).status).toBe(201);
});

test('staff cannot dismiss a report about themselves while there are other staff', async () => {
  const site = await openSite();
  const luz = await signedInStaff(site, 'Luz');
  const reporter = await site.signedIn();
  const report = () =>
    reporter.post(`${FORUM}/users/${luz.member.id}/report`, { report_desc: 'Rude' });
  await report();
  const sol = await signedInStaff(site);
  const stays = { action: 'stays' };
  expect(codeOf(await decide(luz, 'member', luz.member.id, stays))).toEqual([403, 'own_account']);
  await sol.change('PATCH', `${MEMBERS}/${sol.member.id}/role`, { role: 'farmer' });
  expect((await decide(sol, 'member', luz.member.id, stays)).status).toBe(201);
});

test('the link to change an email ends with the role of the member who requested it', async () => {
  const site = await openSite();
  const [sol, luz] = [await signedInStaff(site), await signedInStaff(site, 'Luz')];
  const { id } = await site.member();
  await luz.post(`${MEMBERS}/${id}/email`, { email: 'luz@evil.example' });
  const sent = (await deliveredEmails(site)).find((each) => each.includes('<luz@evil.example>'));
  const token = /\/email-change\/([\w-]{43})/.exec(sent?.replaceAll('=\r\n', '') ?? '')?.[1];
  await sol.change('PATCH', `${MEMBERS}/${luz.member.id}/role`, { role: 'farmer' });
  const { status, body } = await site.guest().post('/api/web/email-changes', { token });
  expect([status, body['code']]).toEqual([400, 'email_change_expired']);
});
