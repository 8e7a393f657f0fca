import { expect, test } from 'vitest';

import { addComment, addPost } from '#demo/factories.ts';
import { addMember, disableMember, enableMember } from '#lib/server/members/membership.ts';
import { beginSession } from '#lib/server/sessions/service.ts';
import { openSite, PASSWORD, type Site } from '#tests/support/api.ts';
import { outbox } from '#tests/support/letters.ts';
import { POSTS } from '#tests/support/posts.ts';
import { begun, NEW, reset, verify } from '#tests/support/recovery-calls.ts';

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

test('whom the co-op takes in gets a letter, chooses a password and signs in', async () => {
  const site = await openSite();
  const id = await addMember(site.services, lea);
  const [letter] = await outbox(site);
  expect(letter).toMatch(/^To: Lea Manalo <lea@glean.example>\r$/m);
  expect(letter).toContain(`${site.services.config.publicUrl}/forgot-password`);
  const browser = site.guest();
  expect((await browser.post(LOGIN, { email: lea.email, password: PASSWORD })).status).toBe(401);
  const { token_id, otp } = await begun(site, lea.email, browser);
  await verify(browser, token_id, otp);
  await reset(browser, token_id);
  const { status, body } = await browser.post(LOGIN, { email: lea.email, password: NEW });
  expect({ status, body }).toEqual({
    status: 200,
    body: { data: { account_id: id, name: 'Lea Manalo' } },
  });
});

test('an address has one member, also when two are taken in at once', async () => {
  const site = await openSite();
  const both = await Promise.allSettled([
    addMember(site.services, lea),
    addMember(site.services, lea),
  ]);
  const refused = both.filter(({ status }) => status === 'rejected');
  expect(refused).toMatchObject([{ reason: { code: 'conflict' } }]);
  expect(await outbox(site)).toHaveLength(1);
});

test('a disabled member is out at once and nothing of theirs is shown; enabled, all is back', async () => {
  const site = await openSite();
  const { db } = site.services;
  const [member, reader] = [await site.signedIn(), await site.signedIn()];
  const { email, id } = member.member;
  const own = await addPost(db, { author_id: id, title: 'Theirs' });
  const other = await addPost(db, { author_id: reader.member.id, title: 'Another’s' });
  await addComment(db, other.id, id, 'Rude');
  const seen = async () => ({
    titles: await titles(site),
    post: (await reader.get(`${POSTS}/${own.id}`)).status,
    profile: (await reader.get(`/api/web/forum/users/${id}/profile`)).status,
    comments: (await reader.get(`${POSTS}/${other.id}/comments`)).body['data'].comments.length,
    found: (await reader.get('/api/web/forum/explore/look/account/posts?search=Theirs')).body[
      'data'
    ].posts.length,
  });
  const before = await seen();
  expect(before).toMatchObject({ titles: ['Another’s', 'Theirs'], comments: 1, found: 1 });
  expect(await disableMember(site.services, email.toUpperCase())).toBe('Maria Santos');
  expect((await member.get('/api/web/account/profile')).status).toBe(401);
  expect((await site.guest().post(LOGIN, { email, password: PASSWORD })).status).toBe(401);
  expect(await seen()).toEqual({
    titles: ['Another’s'],
    post: 404,
    profile: 404,
    comments: 0,
    found: 0,
  });
  // Whose password was being looked at in that moment.
  await beginSession(site.services, id, '', null);
  expect(await enableMember(site.services, id)).toBe('Maria Santos');
  const open = await db.selectFrom('sessions').where('member_id', '=', id).select('id').execute();
  expect(open).toEqual([]);
  expect(await seen()).toEqual(before);
  // The sessions of before stay ended.
  expect((await member.get('/api/web/account/profile')).status).toBe(401);
  expect((await site.guest().post(LOGIN, { email, password: PASSWORD })).status).toBe(200);
});

test.each(['nobody@glean.example', '0198c6e0-0000-7000-8000-000000000000', 'Maria'])(
  'there is no member %s',
  async (who) => {
    const { services } = await openSite();
    await expect(disableMember(services, who)).rejects.toMatchObject({ code: 'not_found' });
    await expect(enableMember(services, who)).rejects.toMatchObject({ code: 'not_found' });
  },
);
