// What ends personal access tokens, and the rules they share with sessions.
import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { disableMember, enableMember } from '#lib/server/people/managed-members/manage-members.ts';
import { deleteEndedTokens } from '#lib/server/people/personal-tokens/service.ts';
import { regionDay } from '#lib/site.ts';
import { block } from '#tests/support/nouns/blocks.ts';
import { agreeToAll, publish } from '#tests/support/nouns/joining.ts';
import { confirm } from '#tests/support/nouns/member-with-everything.ts';
import { decide } from '#tests/support/nouns/moderation.ts';
import { AUTH, NEW, startReset } from '#tests/support/nouns/password-reset-requests.ts';
import {
  makeToken,
  newToken,
  sendWithToken,
  TOKENS,
} from '#tests/support/nouns/personal-tokens.ts';
import { postForm, POSTS } from '#tests/support/nouns/posts.ts';
import { MEMBERS, signedInStaff } from '#tests/support/nouns/staff.ts';
import { sendDuring } from '#tests/support/site/send-during.ts';
import { type MemberBrowser, openSite, PASSWORD, type Site } from '#tests/support/site/site.ts';

const DAY_MS = 86_400_000;
const FEED = ['GET', '/api/web/forum'] as const;

const changePassword = (browser: MemberBrowser) =>
  browser.change('PATCH', '/api/web/account/password', {
    old_password: PASSWORD,
    new_password: NEW,
  });

async function resetPassword(site: Site, { member }: MemberBrowser) {
  const { browser, token_id, otp } = await startReset(site, member.email);
  await browser.post(`${AUTH}/verify-otp`, { token_id, otp });
  return browser.post(`${AUTH}/reset-password`, { token_id, password: NEW });
}

const ENDS: [string, (site: Site, browser: MemberBrowser) => Promise<unknown>][] = [
  ['their member is disabled', ({ services }, { member }) => disableMember(services, member.id)],
  [
    'their member was disabled and is enabled again',
    async ({ services }, { member }) => {
      await disableMember(services, member.id);
      await enableMember(services, member.id);
    },
  ],
  ['the password is changed', (_, browser) => changePassword(browser)],
  ['the password is reset', (site, browser) => resetPassword(site, browser)],
  [
    'their member asks for the account to be deleted, also when they change their mind',
    async (site, browser) => {
      await confirm(browser);
      await browser.post('/api/web/account/deletion', { confirm_password: PASSWORD });
      await site.loggedIn(browser.member);
    },
  ],
  [
    'staff end the sessions of their member',
    async (site, { member }) =>
      (await signedInStaff(site)).change('DELETE', `${MEMBERS}/${member.id}/sessions`),
  ],
];

test.each(ENDS)('tokens end when %s', async (_, end) => {
  const site = await openSite();
  const { browser, token } = await newToken(site, 'write');
  const other = await newToken(site, 'read');
  expect((await sendWithToken(site, token, FEED)).status).toBe(200);
  await end(site, browser);
  const { status, body } = await sendWithToken(site, token, FEED);
  expect([status, body['code']]).toEqual([401, 'token_rejected']);
  const { db } = site.services;
  const left = await db.selectFrom('personal_tokens').select('member_id').execute();
  expect(left).toEqual([{ member_id: other.browser.member.id }]);
  expect((await sendWithToken(site, other.token, FEED)).status).toBe(200);
});

test('logging out and ending other sessions do not end tokens', async () => {
  const site = await openSite();
  const { browser, token } = await newToken(site, 'read');
  await browser.change('DELETE', '/api/web/account/sessions');
  await browser.post(`${AUTH}/logout`);
  expect((await sendWithToken(site, token, FEED)).status).toBe(200);
});

test('only tokens that ended 30 days ago are deleted', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  await makeToken(browser, { until: regionDay(site.services.now()) });
  await makeToken(browser);
  const count = async () => (await browser.get(TOKENS)).body['data']?.tokens.length;
  site.advanceClock(29 * DAY_MS);
  await deleteEndedTokens(site.services);
  expect(await count()).toBe(2);
  site.advanceClock(2 * DAY_MS);
  await deleteEndedTokens(site.services);
  const { db } = site.services;
  expect(await db.selectFrom('personal_tokens').select('until').execute()).toEqual([
    { until: null },
  ]);
});

test('a post whose body arrives after its token’s last day is not stored', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const until = regionDay(site.services.now());
  const { token } = await makeToken(browser, { scope: 'write', until });
  const client = clientOf(site, token);
  const response = await sendDuring(client, ['POST', POSTS, postForm()], async () =>
    site.advanceClock(DAY_MS),
  );
  expect(response.status).toBe(401);
  expect(await site.services.db.selectFrom('posts').select('id').execute()).toEqual([]);
});

/** Sends requests for `sendDuring` with a token instead of cookies. */
function clientOf(site: Site, token: string) {
  const guest = site.guest();
  const authorization = `Bearer ${token}`;
  return {
    token: async () => '',
    send: (path: string, init: RequestInit = {}) =>
      guest.send(path, { ...init, headers: { ...(init.headers as object), authorization } }),
  };
}

test.each([
  [
    'removed',
    (_: Site, { browser, token_id }: { browser: MemberBrowser; token_id: string }) =>
      browser.change('DELETE', `${TOKENS}/${token_id}`),
  ],
  [
    'ended by a new password',
    (_: Site, { browser }: { browser: MemberBrowser }) => changePassword(browser),
  ],
  [
    'ended as its member is disabled',
    ({ services }: Site, { browser }: { browser: MemberBrowser }) =>
      disableMember(services, browser.member.id),
  ],
])('a post whose body ends after its token was %s is not written', async (_, end) => {
  const site = await openSite();
  const made = await newToken(site, 'write');
  const client = clientOf(site, made.token);
  const response = await sendDuring(client, ['POST', POSTS, postForm()], () => end(site, made));
  expect(response.status).toBe(401);
  expect(await site.services.db.selectFrom('posts').select('id').execute()).toEqual([]);
});

test('a token writes: a post, a comment, a like', async () => {
  const site = await openSite();
  const { token } = await newToken(site, 'write');
  const made = await sendWithToken(site, token, ['POST', POSTS, postForm()]);
  expect(made.status).toBe(201);
  const path = `${POSTS}/${made.body['data'].post_id}`;
  const comment = ['POST', `${path}/comments`, { comment: 'Still there?' }] as const;
  expect((await sendWithToken(site, token, comment)).status).toBe(201);
  expect((await sendWithToken(site, token, ['POST', `${path}/likes`])).status).toBe(200);
  const { body } = await sendWithToken(site, token, ['GET', path]);
  expect(body['data']).toMatchObject({ likes: 1, comments: 1 });
});

test('a suspended member’s token reads, but cannot write', async () => {
  const site = await openSite();
  const { browser, token } = await newToken(site, 'write');
  const staff = await signedInStaff(site);
  await decide(staff, 'member', browser.member.id, { action: 'suspend', note: 'Rude.', days: 7 });
  expect((await sendWithToken(site, token, FEED)).status).toBe(200);
  const { status, body } = await sendWithToken(site, token, ['POST', POSTS, postForm()]);
  expect([status, body['code']]).toEqual([403, 'suspended']);
});

test('a write with a token requires the member’s consent, a read does not', async () => {
  const site = await openSite();
  const { browser, token } = await newToken(site, 'write');
  await publish(site);
  await publish(site);
  const write = () => sendWithToken(site, token, ['POST', POSTS, postForm()]);
  expect((await write()).body['code']).toBe('consent_required');
  expect((await sendWithToken(site, token, FEED)).status).toBe(200);
  await agreeToAll(browser);
  expect((await write()).status).toBe(201);
});

test('a member’s token does not show those who blocked them', async () => {
  const site = await openSite();
  const { browser, token } = await newToken(site, 'read');
  const other = await site.signedIn();
  const { id } = await addPost(site.services.db, { author_id: other.member.id });
  const read = async () => (await sendWithToken(site, token, ['GET', `${POSTS}/${id}`])).status;
  expect(await read()).toBe(200);
  await block(other, browser);
  expect(await read()).toBe(404);
});
