// The plain forms of reports and decisions, the list of reasons, and what is public.
import { expect, test } from 'vitest';

import {
  addAuthor,
  comment,
  decide,
  decisionId,
  firstReason,
  OWN_MODERATION,
  REPORTS,
} from '#tests/support/nouns/moderation.ts';
import { ADMIN, signedInStaff, STALE_MS } from '#tests/support/nouns/staff.ts';
import { codeOf, redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { openSite } from '#tests/support/site/site.ts';

const REASONS = `${ADMIN}/moderation-reasons`;

test('members report a post, a comment and a member with plain forms, once each', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { author, postId } = await addAuthor(site);
  const commentId = await comment(author, postId, 'Buy phones');
  const reporter = await site.signedIn();
  const subjects = [
    ['post', postId, 'already_reported'],
    ['comment', commentId, 'comment_already_reported'],
    ['member', author.member.id, 'member_already_reported'],
  ] as const;
  for (const [kind, id, repeated] of subjects) {
    const path = `/report/${kind}/${id}`;
    const send = (browser = reporter, report_desc = 'Spam') =>
      sendForm(browser, path, { report_desc });
    expect(await codeOf(await send(reporter, ' '))).toEqual([400, 'invalid']);
    expect(redirectOf(await send())).toEqual([303, `${path}?done=sent`]);
    expect(await codeOf(await send())).toEqual([409, repeated]);
    const own = kind === 'member' ? 'own_report' : `own_${kind}_report`;
    expect(await codeOf(await send(author))).toEqual([403, own]);
  }
  expect((await staff.get(REPORTS)).body['data'].total).toBe(3);
  const guest = await sendForm(site.guest(), `/report/post/${postId}`, { report_desc: 'Spam' });
  expect(guest.headers.get('location')).toContain('/login?redirect=');
});

test('a comment can only be reported under its own post', async () => {
  const site = await openSite();
  const { author, postId } = await addAuthor(site);
  const { postId: otherId } = await addAuthor(site);
  const commentId = await comment(author, postId, 'Buy phones');
  const reporter = await site.signedIn();
  const path = (id: string) => `/api/web/forum/posts/${id}/comments/${commentId}/report`;
  expect((await reporter.post(path(otherId), { report_desc: 'Spam' })).status).toBe(404);
  expect((await reporter.post(path(postId), { report_desc: 'Spam' })).status).toBe(201);
});

test('a form of staff requests the password when the confirmation is old, and then succeeds', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { author, postId } = await addAuthor(site, { title: 'Phones' });
  site.advanceClock(STALE_MS);
  const path = `/staff/reports/post/${postId}`;
  const fields = { action: 'remove', reason_id: '', note: 'No phones.' };
  expect(await codeOf(await sendForm(staff, path, fields))).toEqual([403, 'confirmation_required']);
  const confirmed = { ...fields, confirm_password: 'Straw-for-7-Cows' };
  const [status, location] = redirectOf(await sendForm(staff, path, confirmed));
  expect([status, location]).toEqual([303, expect.stringMatching('/staff/reports/decisions/')]);
  expect((await author.get(OWN_MODERATION)).body['data'].decisions).toHaveLength(1);
  const id = String(location).split('/').at(-1) ?? '';
  const reply = { decision_id: id, content: 'Why?' };
  expect(redirectOf(await sendForm(author, '/profile/moderation', reply))).toEqual([
    303,
    `/profile/moderation#d-${id}`,
  ]);
  const decision = `/staff/reports/decisions/${id}`;
  const respond = { action: 'respond', content: 'So.' };
  expect(redirectOf(await sendForm(staff, decision, respond))).toEqual([303, decision]);
  expect(redirectOf(await sendForm(staff, decision, { action: 'reverse' }))).toEqual([
    303,
    decision,
  ]);
  expect((await author.get(`/api/web/forum/posts/${postId}`)).status).toBe(200);
});

test('members have no access to staff’s forms', async () => {
  const site = await openSite();
  const { author, postId } = await addAuthor(site);
  const stays = { action: 'stays' };
  const path = `/staff/reports/post/${postId}`;
  expect((await sendForm(author, path, stays)).status).toBe(405);
  // As for any page, because the session may have ended.
  expect((await sendForm(site.guest(), path, stays)).headers.get('location')).toContain('/login');
});

test('staff edit the list of reasons; decisions preserve the text of their reason', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { author, postId } = await addAuthor(site);
  const { reason_id, text } = await firstReason(staff);
  await decide(staff, 'post', postId, { reason_id, note: '' });
  const added = await staff.post(REASONS, { text: ' It sells\nphones. ' });
  expect([added.status, added.body['data'].reasons.at(-1).text]).toEqual([201, 'It sells phones.']);
  const twice = await staff.post(REASONS, { text: 'It sells phones.' });
  expect([twice.status, twice.body['field_codes']]).toEqual([409, { text: 'reason_exists' }]);
  const changed = await staff.change('PUT', `${REASONS}/${reason_id}`, { text: 'Off topic.' });
  expect(changed.body['data'].reasons[0].text).toBe('Off topic.');
  const empty = await staff.post(REASONS, { text: ' ' });
  expect([empty.status, empty.body['field_codes']]).toEqual([
    400,
    { text: 'reason_text_required' },
  ]);
  expect((await author.get(OWN_MODERATION)).body['data'].decisions[0].reason).toBe(text);
  for (let nth = 8; nth < 30; nth += 1) await staff.post(REASONS, { text: `Reason ${nth}` });
  const more = await staff.post(REASONS, { text: 'One more' });
  expect([more.status, more.body['code']]).toEqual([409, 'too_many_reasons']);
  const path = '/staff/reports/reasons';
  const form = { action: `remove.${reason_id}`, reason_id };
  expect(redirectOf(await sendForm(staff, path, form))).toEqual([303, path]);
  expect((await staff.get(REASONS)).body['data'].reasons).toHaveLength(29);
});

test('everyone sees how often each decision was made and why, without names', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { author, postId } = await addAuthor(site, { title: 'Phones of Nardo' });
  const { reason_id, text } = await firstReason(staff);
  const removed = await decide(staff, 'post', postId, { reason_id, note: 'Dear Nardo' });
  await decide(staff, 'member', author.member.id, { action: 'warn', note: 'Dear Nardo' });
  await author.post(`${OWN_MODERATION}/${decisionId(removed)}/reply`, { content: 'I, Nardo' });
  const { body } = await site.guest().get('/api/web/moderation');
  expect(body['data'].months).toEqual([
    {
      month: expect.stringMatching(/^\d{4}-\d\d$/),
      kinds: [
        { kind: 'post', count: 1 },
        { kind: 'warning', count: 1 },
      ],
      reasons: [
        { reason: 'Another reason', count: 1 },
        { reason: text, count: 1 },
      ],
      reversed: 0,
      replies: 1,
    },
  ]);
  expect(JSON.stringify(body)).not.toMatch(/Nardo|Maria|Sol/);
});
