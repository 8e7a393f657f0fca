// A member concerned by a decision gets the reason, and may reply once.
import { expect, test } from 'vitest';

import { eraseMembers } from '#lib/server/app/backup/restore-site.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { deliveredEmails } from '#tests/support/nouns/emails.ts';
import {
  addAuthor,
  decide,
  decisionId,
  DECISIONS,
  firstReason,
  OWN_MODERATION,
} from '#tests/support/nouns/moderation.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import { actsOf, signedInStaff } from '#tests/support/nouns/staff.ts';
import { openSite } from '#tests/support/site/site.ts';

/** A member whose post was removed. */
async function openDecision() {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { author, postId } = await addAuthor(site, { title: 'Phones' });
  const { reason_id, text } = await firstReason(staff);
  const note = 'Phones are none.';
  const id = decisionId(await decide(staff, 'post', postId, { reason_id, note }));
  const replyPath = `${OWN_MODERATION}/${id}/reply`;
  return { site, staff, author, postId, id, replyPath, why: `${text} ${note}` };
}

test('the reason is sent by notification and email, with a link to reply', async () => {
  const { site, author, id, why } = await openDecision();
  expect(await getAllNotifications(author)).toMatchObject([
    { type: 'violation', link_data: null, content: `“Phones” was removed: ${why}` },
  ]);
  const [email = ''] = await deliveredEmails(site);
  const text = email.replaceAll(/=\r?\n/g, '');
  expect(text).toContain(`To: Maria Santos <${author.member.email}>`);
  expect(text).toContain('Your post was removed at Glean');
  expect(text).toContain('Phones are none.');
  expect(text).toContain(`/profile/moderation#d-${id}`);
});

test('a member replies once, staff respond once, and the member is notified', async () => {
  const { site, staff, author, id, replyPath } = await openDecision();
  const reply = await author.post(replyPath, { content: ' They are for farmers. ' });
  expect(reply.status).toBe(201);
  expect(reply.body['data'].decisions).toMatchObject([{ reply: 'They are for farmers.' }]);
  const again = await author.post(replyPath, { content: 'And again' });
  expect([again.status, again.body['code']]).toEqual([409, 'already_replied']);
  const waiting = async () =>
    (await staff.get(`${DECISIONS}?state=replied`)).body['data'].decisions;
  expect(await waiting()).toMatchObject([{ decision_id: id, reply: 'They are for farmers.' }]);

  const response = await staff.post(`${DECISIONS}/${id}/response`, { content: 'We see.' });
  expect([response.status, response.body['data'].response]).toEqual([201, 'We see.']);
  const twice = await staff.post(`${DECISIONS}/${id}/response`, { content: 'We see.' });
  expect([twice.status, twice.body['code']]).toEqual([409, 'already_responded']);
  expect(await waiting()).toEqual([]);
  const [news] = await getAllNotifications(author);
  expect(news).toMatchObject({ type: 'violation', content: 'We see.' });
  expect(await deliveredEmails(site)).toHaveLength(2);
  expect((await author.get(OWN_MODERATION)).body['data'].decisions).toMatchObject([
    { response: 'We see.', responded_at: expect.any(String) },
  ]);
  expect(await actsOf(site, 'decision.responded')).toMatchObject([
    { actor_id: staff.member.id, target_id: id, member_id: author.member.id },
  ]);
});

test('concurrent replies are stored once', async () => {
  const { author, replyPath } = await openDecision();
  const sent = Array.from({ length: 8 }, (_, nth) => author.post(replyPath, { content: `${nth}` }));
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(7);
});

test('no other member sees a decision or replies to it', async () => {
  const { site, staff, author, id, replyPath } = await openDecision();
  const other = await site.signedIn();
  expect((await other.get(OWN_MODERATION)).body['data']).toEqual({
    decisions: [],
    suspended_until: null,
  });
  for (const browser of [other, staff]) {
    const { status, body } = await browser.post(replyPath, { content: 'Mine' });
    expect([status, body['code']]).toEqual([404, 'decision_not_found']);
  }
  const own = JSON.stringify((await author.get(OWN_MODERATION)).body);
  expect(own).not.toMatch(/Sol|decided_by|reports_count/);
  const early = await staff.post(`${DECISIONS}/${id}/response`, { content: 'We see.' });
  expect([early.status, early.body['code']]).toEqual([409, 'no_reply']);
});

test.each([
  [{ action: 'dance' }, { action: 'action_invalid' }],
  [{ action: 'warn' }, { action: 'action_invalid' }],
  [{ note: '' }, { reason_id: 'decision_reason_required' }],
  [{ note: ' ' }, { reason_id: 'decision_reason_required' }],
  [{ note: 'x'.repeat(1001) }, { note: 'too_long' }],
  [{ reason_id: 'x' }, { reason_id: 'invalid_id' }],
])('a decision about a post with %j is rejected', async (given, codes) => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { author, postId } = await addAuthor(site);
  const { status, body } = await decide(staff, 'post', postId, given);
  expect([status, body['field_codes']]).toEqual([400, codes]);
  expect(await getAllNotifications(author)).toEqual([]);
});

test('a reason that is no longer in the list, or missing content, gets 404', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { postId } = await addAuthor(site);
  const { reason_id } = await firstReason(staff);
  expect((await staff.change('DELETE', `/api/admin/moderation-reasons/${reason_id}`)).status).toBe(
    200,
  );
  const gone = await decide(staff, 'post', postId, { reason_id });
  expect([gone.status, gone.body['code']]).toEqual([404, 'reason_not_found']);
  for (const kind of ['post', 'comment', 'member'] as const) {
    const action = kind === 'member' ? 'warn' : 'remove';
    const missing = await decide(staff, kind, reason_id, { action });
    expect([missing.status, missing.body['code']]).toEqual([404, `${kind}_not_found`]);
  }
});

test('an erased member’s decisions count, without their texts', async () => {
  const { site, staff, author, id, replyPath } = await openDecision();
  await author.post(replyPath, { content: 'They are for farmers.' });
  await transact(site.services, { invalidates: [] }, (tx) =>
    eraseMembers(tx, [{ member_id: author.member.id, erased_at: Date.now() }]),
  );
  const { body } = await staff.get(`${DECISIONS}/${id}`);
  expect(body['data']).toMatchObject({ account: null, can_reverse: false, kind: 'post' });
  expect(JSON.stringify(body)).not.toMatch(/Phones|farmers|Maria/);
  // It does not wait for a response.
  const waiting = await staff.get(`${DECISIONS}?state=replied`);
  expect(waiting.body['data'].decisions).toEqual([]);
  const { db } = site.services;
  expect(await db.selectFrom('quarantine').selectAll().execute()).toEqual([]);
  const { months } = (await staff.get('/api/web/moderation')).body['data'];
  expect(months).toMatchObject([{ kinds: [{ kind: 'post', count: 1 }], replies: 1 }]);
});
