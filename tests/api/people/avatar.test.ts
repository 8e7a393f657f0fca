import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { IMAGE_MESSAGES } from '#lib/contract/messages/images.ts';
import { blankPng, phonePhoto, redBlueImage } from '#tests/support/nouns/images.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const AVATAR = '/api/web/account/avatar';

/** A form like that of the crop dialog. */
function form(bytes: Uint8Array, type: string, field = 'avatar'): FormData {
  const data = new FormData();
  data.append(field, new File([bytes as Uint8Array<ArrayBuffer>], 'avatar', { type }));
  return data;
}

async function storedFiles({ services }: Site): Promise<string[]> {
  const media = join(services.config.dataDir, 'media');
  const entries = await readdir(media, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

test('an avatar becomes a square WebP without metadata, and appears on the member’s posts', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  await addPost(site.services.db, { author_id: browser.member.id });
  const { status, body } = await browser.change(
    'PATCH',
    AVATAR,
    form(await phonePhoto(), 'image/jpeg'),
  );
  expect(status).toBe(200);
  const url: string = body['data'].profile_picture;
  expect(url).toMatch(/^\/media\/[\w-]{22}-320x320\/320\.webp$/);
  const response = await site.guest().send(url);
  expect(response.headers.get('content-type')).toBe('image/webp');
  const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
  expect(text).not.toMatch(/EXIF|XMP |ICCP|GPS/i);
  const { posts } = (await site.guest().get('/api/web/forum/posts/limited')).body['data'];
  expect(posts[0].account.profile_picture).toBe(url);
});

test('a new avatar deletes the files of the previous one', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const first = await browser.change('PATCH', AVATAR, form(blankPng(400, 400), 'image/png'));
  expect(await storedFiles(site)).toHaveLength(2);
  const second = await browser.change('PATCH', AVATAR, form(blankPng(400, 300), 'image/png'));
  expect(second.body['data'].profile_picture).not.toBe(first.body['data'].profile_picture);
  expect(await storedFiles(site)).toHaveLength(2);
  expect((await site.guest().send(first.body['data'].profile_picture)).status).toBe(404);
  expect((await site.guest().send(second.body['data'].profile_picture)).status).toBe(200);
});

const TYPE = 'Invalid file type. Please select a JPEG or PNG image.';

test.each([
  ['a GIF', async () => form(await redBlueImage(9, 9).gif().toBuffer(), 'image/gif'), 415, TYPE],
  [
    'a GIF sent as PNG',
    async () => form(await redBlueImage(9, 9).gif().toBuffer(), 'image/png'),
    415,
    TYPE,
  ],
  ['an empty file', async () => form(Buffer.of(), 'image/png'), 400, IMAGE_MESSAGES.image_empty],
  ['a text file', async () => form(Buffer.from('hello'), 'text/plain'), 415, TYPE],
  [
    'a truncated file',
    async () => form((await phonePhoto()).subarray(0, 9000), 'image/jpeg'),
    400,
    undefined,
  ],
  [
    '6 MB',
    async () => form(Buffer.alloc(5 * 1024 * 1024 + 1), 'image/png'),
    413,
    'File size exceeds 5MB.',
  ],
  ['no file', async () => new FormData(), 400, undefined],
  [
    'a file in another field',
    async () => form(blankPng(9, 9), 'image/png', 'photo'),
    400,
    undefined,
  ],
  [
    'two files',
    async () => {
      const data = form(blankPng(9, 9), 'image/png');
      data.append('avatar', new File([Buffer.from(blankPng(9, 9))], 'b', { type: 'image/png' }));
      return data;
    },
    400,
    'Please choose one photo.',
  ],
])('%s is rejected, and the avatar does not change', async (_, given, expected, error) => {
  const site = await openSite();
  const browser = await site.signedIn();
  const before = await browser.change('PATCH', AVATAR, form(blankPng(99, 99), 'image/png'));
  const { status, body } = await browser.change('PATCH', AVATAR, await given());
  expect(status).toBe(expected);
  if (error) expect(body['error']).toBe(error);
  expect((await browser.get('/api/web/account/profile')).body).toEqual(before.body);
  expect(await storedFiles(site)).toHaveLength(2);
});

test('an avatar sent as JSON is rejected', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  expect((await browser.change('PATCH', AVATAR, { avatar: 'x' })).status).toBe(415);
});
