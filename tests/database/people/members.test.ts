import { expect, test } from 'vitest';

import { addComment, addPost } from '#demo/factories.ts';
import {
  addMember,
  disableMember,
  enableMember,
} from '#lib/server/people/managed-members/manage-members.ts';
import { createSession } from '#lib/server/people/sessions/service.ts';
import { deliveredEmails } from '#tests/support/nouns/emails.ts';
import {
  startReset,
  NEW,
  setNewPassword,
  verifyCode,
} from '#tests/support/nouns/password-reset-requests.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { openSite, PASSWORD, type Site } from '#tests/support/site/site.ts';

const LOGIN = '/api/web/auth/login';
const lea = {
  email: 'lea@glean.example',
  role: 'gleaner' as const,
  first_name: 'Lea',
  middle_name: '',
  last_name: 'Manalo',
};

const titles = async (site: Site) => {
  const { body } = await site.guest().get(`${POSTS}/limited`);
  return body['data'].posts.map(({ title }: { title: string }) => title);
};

test('a new member gets an email, sets a password and logs in', async () => {
  const site = await openSite();
  const { id, link } = await addMember(site.services, lea);
  const [sentEmail] = await deliveredEmails(site);
  expect(sentEmail).toMatch(/^To: Lea Manalo <lea@glean.example>\r$/m);
  expect(sentEmail?.replaceAll('=\r\n', '')).toContain(link);
  const browser = site.guest();
  expect((await browser.post(LOGIN, { email: lea.email, password: PASSWORD })).status).toBe(401);
  const { token_id, otp } = await startReset(site, lea.email, browser);
  await verifyCode(browser, token_id, otp);
  await setNewPassword(browser, token_id);
  const { status, body } = await browser.post(LOGIN, { email: lea.email, password: NEW });
  expect({ status, body }).toEqual({
    status: 200,
    body: { data: { account_id: id, name: 'Lea Manalo' } },
  });
});

test('an email belongs to one member, also when two are added concurrently', async () => {
  const site = await openSite();
  const both = await Promise.allSettled([
    addMember(site.services, lea),
    addMember(site.services, lea),
  ]);
  const rejected = both.filter(({ status }) => status === 'rejected');
  expect(rejected).toMatchObject([{ reason: { code: 'email_taken' } }]);
  expect(await deliveredEmails(site)).toHaveLength(1);
});

test('disabling a member logs them out and hides their content; enabling restores it', async () => {
  const site = await openSite();
  const { db } = site.services;
  const [member, reader] = [await site.signedIn(), await site.signedIn()];
  const { email, id } = member.member;
  const own = await addPost(db, { author_id: id, title: 'Theirs' });
  const other = await addPost(db, { author_id: reader.member.id, title: 'Another’s' });
  await addComment(db, other.id, id, 'Rude');
  const visible = async () => ({
    titles: await titles(site),
    post: (await reader.get(`${POSTS}/${own.id}`)).status,
    profile: (await reader.get(`/api/web/forum/users/${id}/profile`)).status,
    comments: (await reader.get(`${POSTS}/${other.id}/comments`)).body['data'].comments.length,
    found: (await reader.get('/api/web/forum/explore/look/account/posts?search=Theirs')).body[
      'data'
    ].posts.length,
  });
  const before = await visible();
  expect(before).toMatchObject({ titles: ['Another’s', 'Theirs'], comments: 1, found: 1 });
  expect(await disableMember(site.services, email.toUpperCase())).toBe('Maria Santos');
  expect((await member.get('/api/web/account/profile')).status).toBe(401);
  expect((await site.guest().post(LOGIN, { email, password: PASSWORD })).status).toBe(401);
  expect(await visible()).toEqual({
    titles: ['Another’s'],
    post: 404,
    profile: 404,
    comments: 0,
    found: 0,
  });
  // A login that was checking the password during the disable.
  await createSession(site.services, id, { userAgent: '', session: null });
  expect(await enableMember(site.services, id)).toBe('Maria Santos');
  const open = await db.selectFrom('sessions').where('member_id', '=', id).select('id').execute();
  expect(open).toEqual([]);
  expect(await visible()).toEqual(before);
  // The old sessions stay ended.
  expect((await member.get('/api/web/account/profile')).status).toBe(401);
  expect((await site.guest().post(LOGIN, { email, password: PASSWORD })).status).toBe(200);
});

test.each(['nobody@glean.example', '0198c6e0-0000-7000-8000-000000000000', 'Maria'])(
  'the member %s is not found',
  async (who) => {
    const { services } = await openSite();
    await expect(disableMember(services, who)).rejects.toMatchObject({ code: 'unknown_member' });
    await expect(enableMember(services, who)).rejects.toMatchObject({ code: 'unknown_member' });
  },
);
