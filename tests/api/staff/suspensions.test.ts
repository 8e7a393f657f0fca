// Warnings, suspensions and disabled accounts.
import { expect, test } from 'vitest';

import { CONFIRM_FIELD } from '#lib/contract/people/confirmations.ts';
import { deliveredEmails } from '#tests/support/nouns/emails.ts';
import { agreeToAll, CONSENTS, publish } from '#tests/support/nouns/joining.ts';
import { publishListing } from '#tests/support/nouns/listings.ts';
import {
  addAuthor,
  decide,
  decisionId,
  DECISIONS,
  FORUM,
  OWN_MODERATION,
} from '#tests/support/nouns/moderation.ts';
import { PASSKEYS, tryToAdd } from '#tests/support/nouns/passkeys.ts';
import { agreeWith, ask, openPickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { postForm, POSTS } from '#tests/support/nouns/posts.ts';
import { actsOf, signedInStaff } from '#tests/support/nouns/staff.ts';
import { openSite, PASSWORD } from '#tests/support/site/site.ts';

const DAY_MS = 86_400_000;
const WEEK = { action: 'suspend', note: 'Third time.', days: 7 };

test('a suspended member can log in and read, but not write until the suspension ends', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { author, postId } = await addAuthor(site);
  const { postId: otherId, author: other } = await addAuthor(site);
  const { id } = author.member;
  const decision = await decide(staff, 'member', id, WEEK);
  expect(decision.body['data']).toMatchObject({ kind: 'suspension', can_reverse: true });

  const again = await site.loggedIn(author.member);
  expect((await again.get(`${POSTS}/${otherId}`)).status).toBe(200);
  const writes = [
    ['POST', POSTS, postForm()],
    ['PATCH', `${POSTS}/${postId}`, { title: 'A', description: 'B' }],
    ['POST', `${POSTS}/${otherId}/comments`, { comment: 'Hello' }],
    ['POST', `${POSTS}/${otherId}/likes`, {}],
    ['POST', `${POSTS}/${otherId}/report`, { report_desc: 'Spam' }],
    ['POST', `${FORUM}/users/${other.member.id}/report`, { report_desc: 'Spam' }],
    ['POST', `${FORUM}/follow/account/${other.member.id}`, {}],
    [
      'PUT',
      `${POSTS}/${postId}/listing`,
      { kind: 'offer', material: 'bamboo', town: '0304911000' },
    ],
    ['POST', '/api/web/alerts', {}],
  ] as const;
  for (const [method, path, body] of writes) {
    const response = await again.change(method, path, body);
    expect([path, response.status, response.body['code']]).toEqual([path, 403, 'suspended']);
    expect(response.body['error']).toMatch(/until \d+ \w+ \d{4}. Until then, you can read/);
  }
  const own = await again.get(OWN_MODERATION);
  expect(Date.parse(own.body['data'].suspended_until)).toBeGreaterThan(Date.now() + 6 * DAY_MS);
  expect(
    (await again.change('PATCH', '/api/web/account/phone', { phone_number: '09171234567' })).status,
  ).toBe(200);
  const reply = await again.post(`${OWN_MODERATION}/${decisionId(decision)}/reply`, {
    content: 'Sorry.',
  });
  expect(reply.status).toBe(201);

  site.advanceClock(7 * DAY_MS + 1000);
  const after = await site.signedIn(author.member);
  expect((await after.post(`${POSTS}/${otherId}/likes`)).status).toBe(200);
  expect((await after.get(OWN_MODERATION)).body['data'].suspended_until).toBeNull();
});

test('a suspended member can still export data, change consents and delete the account', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { author } = await addAuthor(site);
  await decide(staff, 'member', author.member.id, WEEK);
  await publish(site);
  await agreeToAll(author);
  expect((await author.get(CONSENTS)).body['data'].missing).toEqual([]);
  const added = await tryToAdd(author);
  expect(added.status).toBe(201);
  const calls = [
    ['DELETE', '/api/web/account/birthdate', {}],
    ['POST', '/api/web/account/export', {}],
    ['DELETE', `${PASSKEYS}/${added.body['data']?.passkey_id}`, {}],
    ['DELETE', `${CONSENTS}/terms_and_conditions`, {}],
    ['POST', '/api/web/account/deletion', { [CONFIRM_FIELD]: PASSWORD }],
  ] as const;
  for (const [method, path, body] of calls) {
    const { status, body: received } = await author.change(method, path, body);
    expect([path, status < 300, received['code']]).toEqual([path, true, undefined]);
  }
});

test('a suspended member can call off agreed pickups, but not request others', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const stage = await openPickupStage(site);
  const jun = await withPhone(site);
  const path = await agreeWith(stage, jun);
  await decide(staff, 'member', jun.member.id, WEEK);
  const { post } = await publishListing(stage.owner);
  const denied = await ask({ ...stage, post }, jun);
  expect([denied.status, denied.body['code']]).toEqual([403, 'suspended']);
  expect((await jun.post(`${path}/messages`, { content: 'Hello' })).body['code']).toBe('suspended');
  const off = await jun.post(`${path}/call-off`, { reason: 'I may not.' });
  expect([off.status, off.body['data'].status]).toEqual([200, 'called_off']);
});

test('a suspension can be lifted', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { author } = await addAuthor(site);
  const { postId } = await addAuthor(site);
  const decision = await decide(staff, 'member', author.member.id, WEEK);
  expect((await author.post(`${POSTS}/${postId}/likes`)).status).toBe(403);
  await staff.post(`${DECISIONS}/${decisionId(decision)}/reversal`);
  expect((await author.post(`${POSTS}/${postId}/likes`)).status).toBe(200);
  expect((await deliveredEmails(site)).at(-1)).toContain('You can write again');
});

test.each([0, 366, 1.5, null, 'x'])('a suspension of %j days is rejected', async (days) => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { author, postId } = await addAuthor(site);
  const { status, body } = await decide(staff, 'member', author.member.id, { ...WEEK, days });
  expect([status, body['field_codes']]).toEqual([400, { days: 'days_out_of_range' }]);
  expect((await author.post(`${POSTS}/${postId}/comments`, { comment: 'x' })).status).toBe(201);
});

test('a warning only changes what the member reads', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { author, postId } = await addAuthor(site);
  await decide(staff, 'member', author.member.id, { action: 'warn', note: 'Be kind.' });
  expect((await author.post(`${POSTS}/${postId}/comments`, { comment: 'x' })).status).toBe(201);
  expect((await author.get(OWN_MODERATION)).body['data'].decisions).toMatchObject([
    { kind: 'warning', note: 'Be kind.' },
  ]);
  expect(await actsOf(site, 'member.warned')).toHaveLength(1);
});

test('a disabled member is logged out, gets the reason by email, and is logged once', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { author, postId } = await addAuthor(site);
  await decide(staff, 'member', author.member.id, { action: 'disable', note: 'It is a fraud.' });
  expect((await author.get(`${POSTS}/${postId}`)).status).toBe(401);
  expect((await staff.get(`${POSTS}/${postId}`)).status).toBe(404);
  const [email = ''] = await deliveredEmails(site);
  expect(email).toContain('It is a fraud.');
  expect(email).not.toContain('/profile/moderation');
  expect(await actsOf(site, 'member.disabled')).toMatchObject([
    { actor_id: staff.member.id, reason: 'It is a fraud.' },
  ]);
});

test('staff cannot decide about themselves or disable the last of them', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const self = await decide(staff, 'member', staff.member.id, WEEK);
  expect([self.status, self.body['code']]).toEqual([403, 'own_account']);
});
