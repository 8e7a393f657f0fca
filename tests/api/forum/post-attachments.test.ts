import { expect, test } from 'vitest';

import { socialImageUrl } from '#lib/contract/images.ts';
import { blankPng, redBlueImage } from '#tests/support/nouns/images.ts';
import { LISTING } from '#tests/support/nouns/listings.ts';
import { postForm, POSTS, type Sent, storedFiles } from '#tests/support/nouns/posts.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const photo = (side: number): Sent => ({ bytes: blankPng(side, side), type: 'image/png' });

/** A form like that of the update dialog. @param initial the images at the start of the update */
function form(stored: string[], files: Sent[], initial?: string[]): FormData {
  const data = postForm(files);
  data.delete('title');
  data.delete('description');
  data.append('stored', stored.join(' '));
  if (initial) data.append('initial', initial.join(' '));
  return data;
}

/** A member with a post that has two images. */
async function postOf(site: Site) {
  const owner = await site.signedIn();
  const { body } = await owner.post(POSTS, postForm([photo(20), photo(30)]));
  const { post_id, attachments } = body['data'] as { post_id: string; attachments: string[] };
  return {
    owner,
    path: `${POSTS}/${post_id}/attachments`,
    post: `${POSTS}/${post_id}`,
    attachments,
  };
}

test('an author keeps one image, removes one and adds one', async () => {
  const site = await openSite();
  const { owner, path, post, attachments } = await postOf(site);
  const [first, second] = attachments as [string, string];
  const { status, body } = await owner.change('PUT', path, form([second], [photo(40)]));
  expect(status).toBe(200);
  const now = body['data'].attachments as string[];
  expect(now).toEqual([second, expect.stringContaining('-40x40/')]);
  expect((await owner.get(post)).body['data'].attachments).toEqual(now);
  expect((await site.guest().send(first)).status).toBe(404);
  expect(await storedFiles(site)).toHaveLength(2);
});

test('repeating the same request changes nothing', async () => {
  const site = await openSite();
  const { owner, path, attachments } = await postOf(site);
  const send = () => owner.change('PUT', path, form(attachments.slice(1), [photo(40)]));
  await send();
  const { body } = await send();
  expect(body['data'].attachments).toHaveLength(2);
  expect(await storedFiles(site)).toHaveLength(2);
});

test('more than 5 images are rejected, and none is stored', async () => {
  const site = await openSite();
  const { owner, path, attachments } = await postOf(site);
  const four = [1, 2, 3, 4].map(photo);
  const { status, body } = await owner.change('PUT', path, form(attachments, four));
  expect([status, body['field_codes']]).toEqual([400, { attachments: 'too_many_attachments' }]);
  expect(await storedFiles(site)).toHaveLength(2);
});

test('only the author may update, and only the post’s own images can stay', async () => {
  const site = await openSite();
  const { owner, path, attachments } = await postOf(site);
  const other = await postOf(site);
  const { status, body } = await other.owner.change('PUT', path, form([], []));
  expect([status, body['code']]).toEqual([403, 'post_not_yours']);
  const stored = [...other.attachments, attachments[0] ?? ''];
  const changed = await owner.change('PUT', path, form(stored, []));
  expect(changed.body['data'].attachments).toEqual(attachments.slice(0, 1));
  const missing = path.replace(/[\da-f]{12}\/attachments$/, '000000000000/attachments');
  expect((await owner.change('PUT', missing, form([], []))).status).toBe(404);
});

test('a damaged image is named, and the others are not stored', async () => {
  const site = await openSite();
  const { owner, path, attachments } = await postOf(site);
  const damaged = { bytes: blankPng(50, 50).subarray(0, 46), type: 'image/png' };
  const { status, body } = await owner.change('PUT', path, form(attachments, [photo(9), damaged]));
  expect([status, Object.keys(body['field_codes'])]).toEqual([400, ['attachments.1']]);
  expect(await storedFiles(site)).toHaveLength(2);
});

test('of two concurrent updates the second is rejected, and no photo is lost', async () => {
  const site = await openSite();
  const { owner, path, post, attachments } = await postOf(site);
  const send = (side: number) =>
    owner.change('PUT', path, form(attachments, [photo(side)], attachments));
  const responses = await Promise.all([send(40), send(50)]);
  const [done, rejected] = responses.toSorted((a, b) => a.status - b.status);
  expect([done?.status, rejected?.status]).toEqual([200, 409]);
  const now = done?.body['data'].attachments as string[];
  expect(rejected?.body).toMatchObject({ code: 'post_changed', current: { attachments: now } });
  expect((await owner.get(post)).body['data'].attachments).toEqual(now);
  expect(await storedFiles(site)).toHaveLength(3);
  const again = await owner.change('PUT', path, form(now, [photo(60)], now));
  expect(again.body['data'].attachments).toHaveLength(4);
});

test('an update that started without photos does not remove those added elsewhere', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const { body } = await owner.post(POSTS, postForm());
  const path = `${POSTS}/${body['data'].post_id}/attachments`;
  const send = async (side: number) =>
    (await owner.change('PUT', path, form([], [photo(side)], []))).status;
  expect([await send(20), await send(30)]).toEqual([200, 409]);
});

test('a retry after a lost response is not a conflict', async () => {
  const site = await openSite();
  const { owner, path, attachments } = await postOf(site);
  const send = () =>
    owner.change('PUT', path, form(attachments.slice(1), [photo(40)], attachments));
  expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
  expect(await storedFiles(site)).toHaveLength(2);
  // Another photo of the same size.
  const other = { bytes: await redBlueImage(40, 40).png().toBuffer(), type: 'image/png' };
  const changed = await owner.change('PUT', path, form(attachments.slice(1), [other], attachments));
  expect(changed.status).toBe(409);
});

test('every photo of a listing can be the preview of shared links', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const files = [photo(20), photo(30)];
  const { body } = await owner.post(POSTS, postForm(files, { listing: JSON.stringify(LISTING) }));
  const { post_id, attachments } = body['data'] as { post_id: string; attachments: string[] };
  const path = `${POSTS}/${post_id}/attachments`;
  const typeOf = async (url: string) =>
    (await site.guest().send(socialImageUrl(url))).headers.get('content-type');
  const second = await owner.change('PUT', path, form(attachments.slice(1), [photo(40)]));
  const [moved = ''] = second.body['data'].attachments as string[];
  expect([moved, await typeOf(moved)]).toEqual([attachments[1], 'image/jpeg']);
  const third = await owner.change('PUT', path, form([attachments[0] ?? ''], [photo(50)]));
  const [added = ''] = third.body['data'].attachments as string[];
  expect([added.includes('-50x50/'), await typeOf(added)]).toEqual([true, 'image/jpeg']);
});
