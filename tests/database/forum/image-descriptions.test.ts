import { expect, test } from 'vitest';

import { blankPng } from '#tests/support/nouns/images.ts';
import { postForm, POSTS } from '#tests/support/nouns/posts.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const photo = (side: number) => ({ bytes: blankPng(side, side), type: 'image/png' });
const alts = (...texts: string[]) => ({ attachment_alts: JSON.stringify(texts) });
const TWO = [photo(20), photo(30)];

/** A member with a post of two images. */
async function postOf(site: Site, texts: Record<string, string> = {}) {
  const owner = await site.signedIn();
  const { body } = await owner.post(POSTS, postForm(TWO, texts));
  const post = body['data'] as { post_id: string; attachments: string[] };
  return { owner, post, path: `${POSTS}/${post.post_id}` };
}

test('a post has its images’ descriptions, alone and in lists', async () => {
  const site = await openSite();
  const texts = alts('', '  Straw bundles\nunder a blue tarp ');
  const { owner, post, path } = await postOf(site, texts);
  const expected = ['', 'Straw bundles under a blue tarp'];
  expect(post).toMatchObject({ attachment_alts: expected });
  expect((await owner.get(path)).body['data'].attachment_alts).toEqual(expected);
  const { body } = await owner.get('/api/web/forum');
  expect(body['data'].posts[0].attachment_alts).toEqual(expected);
  expect(
    (await site.guest().get(`${POSTS}/limited`)).body['data'].posts[0].attachment_alts,
  ).toEqual(expected);
});

test('a post without descriptions is accepted', async () => {
  const { post } = await postOf(await openSite());
  expect(post.attachments).toHaveLength(2);
  expect(post).not.toHaveProperty('attachment_alts');
});

test('descriptions have at most 200 characters, and are at most as many as images', async () => {
  const owner = await (await openSite()).signedIn();
  const send = async (texts: Record<string, string>) => {
    const { status, body } = await owner.post(POSTS, postForm(TWO, texts));
    return [status, body['field_codes'] ?? body['code']];
  };
  expect(await send(alts('a', 'x'.repeat(201)))).toEqual([
    400,
    { 'attachment_alts.1': 'too_long' },
  ]);
  expect((await send(alts('a', 'b', 'c', 'd', 'e', 'f')))[0]).toBe(400);
  expect(await send({ attachment_alts: '{' })).toEqual([
    400,
    { attachment_alts: 'malformed_json' },
  ]);
  expect((await send(alts('a', 'x'.repeat(200))))[0]).toBe(201);
});

test('for an idempotency key, another description makes another post', async () => {
  const owner = await (await openSite()).signedIn();
  const send = async (text: string) => {
    const headers = { 'idempotency-key': '01980000-0000-7000-8000-000000000001' };
    return (await owner.post(POSTS, postForm(TWO, alts(text)), headers)).status;
  };
  expect([await send('Straw'), await send('Straw'), await send('Hull')]).toEqual([201, 201, 409]);
});

test('an author changes descriptions; omitted ones stay', async () => {
  const site = await openSite();
  const { owner, post, path } = await postOf(site, alts('One', 'Two'));
  const [first = '', second = ''] = post.attachments;
  const put = async (stored: string[], texts: Record<string, string>, files = [photo(40)]) => {
    const form = postForm(files, { stored: stored.join(' '), ...texts });
    form.delete('title');
    form.delete('description');
    return (await owner.change('PUT', `${path}/attachments`, form)).body['data'].attachment_alts;
  };
  expect(await put([second], {})).toEqual(['Two', '']);
  expect(await put([second], alts('Second', 'Third'))).toEqual(['Second', 'Third']);
  // The first image was removed; its description must not move to another image.
  expect(await put([first, second], alts('Gone', 'Again'), [])).toEqual(['Again']);
  expect(await put([second], alts(''), [])).toBeUndefined();
});

test('staff see the descriptions of images', async () => {
  const site = await openSite();
  const { post, path } = await postOf(site, alts('Buy now at 0917', ''));
  const reporter = await site.signedIn();
  await reporter.post(`${path}/report`, { report_desc: 'Advertising' });
  const staff = await signedInStaff(site);
  const { body } = await staff.get(`/api/admin/reports/post/${post.post_id}`);
  expect(body['data'].attachment_alts).toEqual(['Buy now at 0917', '']);
});
