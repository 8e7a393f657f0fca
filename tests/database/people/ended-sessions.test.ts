// A request whose body ends after its session writes nothing (ASVS 7.4.1).
import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { disableMember, enableMember } from '#lib/server/people/managed-members/manage-members.ts';
import { blankPng } from '#tests/support/nouns/images.ts';
import { postForm, POSTS, storedFiles } from '#tests/support/nouns/posts.ts';
import { sendDuring } from '#tests/support/site/send-during.ts';
import { openSite, PASSWORD, type Site } from '#tests/support/site/site.ts';

const ACCOUNT = '/api/web/account';
const NEW = 'Bagong-Bukid-7';

const avatar = () => {
  const form = new FormData();
  form.append(
    'avatar',
    new File([Uint8Array.from(blankPng(9, 9))], 'a.png', { type: 'image/png' }),
  );
  return form;
};
const writes: [string, (postId: string) => [string, string, FormData | object]][] = [
  ['a post', () => ['POST', POSTS, postForm([{ bytes: blankPng(9, 9), type: 'image/png' }])]],
  ['a comment', (postId) => ['POST', `${POSTS}/${postId}/comments`, { comment: 'Salamat' }]],
  ['a report', (postId) => ['POST', `${POSTS}/${postId}/report`, { report_desc: 'An ad.' }]],
  [
    'a name',
    () => ['PATCH', `${ACCOUNT}/profile`, { first_name: 'Ana', middle_name: '', last_name: 'Uy' }],
  ],
  ['a phone number', () => ['PATCH', `${ACCOUNT}/phone`, { phone_number: '09171234567' }]],
  ['an avatar', () => ['PATCH', `${ACCOUNT}/avatar`, avatar()]],
  [
    'a password',
    () => ['PATCH', `${ACCOUNT}/password`, { old_password: PASSWORD, new_password: NEW }],
  ],
];

async function openForum() {
  const site = await openSite();
  const author = await site.member();
  const { id } = await addPost(site.services.db, { author_id: author.id });
  return { site, browser: await site.signedIn(), reader: await site.signedIn(author), postId: id };
}

/** Everything that a member can write. */
async function readAll({ services: { db } }: Site, id: string) {
  const posts = await db.selectFrom('posts').select(['id', 'comments_count']).execute();
  const reports = await db.selectFrom('reports').select('id').execute();
  const member = await db
    .selectFrom('members')
    .where('id', '=', id)
    .select(['first_name', 'contact_phone', 'avatar_key', 'password_hash', 'posts_count'])
    .executeTakeFirst();
  return { posts, reports, member };
}

test.each(writes)('%s sent while its member logs out is not stored', async (_, write) => {
  const { site, browser, postId } = await openForum();
  const before = await readAll(site, browser.member.id);
  const other = Object.assign(site.guest(), { member: browser.member });
  for (const [name, value] of browser.cookies) other.cookies.set(name, value);
  const { status } = await sendDuring(browser, write(postId), () =>
    other.post('/api/web/auth/logout'),
  );
  expect(status).toBe(401);
  expect(await readAll(site, browser.member.id)).toEqual(before);
  expect(await storedFiles(site)).toEqual([]);
});

test('a post sent while its member is disabled does not appear when they are enabled', async () => {
  const { site, browser, reader, postId } = await openForum();
  const { email } = browser.member;
  const { status } = await sendDuring(browser, ['POST', POSTS, postForm()], () =>
    disableMember(site.services, email),
  );
  expect(status).toBe(401);
  await enableMember(site.services, email);
  const { body } = await reader.get('/api/web/forum');
  expect(body['data'].posts).toMatchObject([{ post_id: postId }]);
});

test('a copied session stops working after a password change (ASVS 7.2.4)', async () => {
  const site = await openSite();
  const phone = await site.signedIn();
  const copy = site.guest();
  for (const [name, value] of phone.cookies) copy.cookies.set(name, value);
  const token = await phone.token();
  const change = { old_password: PASSWORD, new_password: NEW };
  expect((await phone.change('PATCH', `${ACCOUNT}/password`, change)).status).toBe(200);
  expect((await copy.get('/api/web/forum')).status).toBe(401);
  expect((await phone.get('/api/web/forum')).status).toBe(200);
  // Tokens of its open pages stay valid.
  const input = { phone_number: '09171234567' };
  const sent = await phone.change('PATCH', '/api/web/account/phone', input, {
    'x-csrf-token': token,
  });
  expect(sent.status).toBe(200);
});
