import { expect, test } from 'vitest';

import { IMAGE_WIDTHS } from '#lib/contract/images.ts';
import { IMAGE_MESSAGES } from '#lib/contract/messages/images.ts';
import { LIMITS } from '#lib/server/people/profile/service.ts';
import { LIMITS as IMAGE_LIMITS } from '#lib/server/platform/images/limits.ts';
import { deleteOrphanedFiles } from '#lib/server/platform/images/service.ts';
import { blankPng, phonePhoto, redBlueImage, softScreenshot } from '#tests/support/nouns/images.ts';
import { postForm, POSTS, storedFiles } from '#tests/support/nouns/posts.ts';
import { countHits } from '#tests/support/site/scrape.ts';
import { openSite } from '#tests/support/site/site.ts';

const TOO_BIG = 5 * 1024 * 1024 + 1;

test('images are served upright and smaller, as WebP without metadata', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const photo = await phonePhoto();
  const { status, body } = await browser.post(
    POSTS,
    postForm([{ bytes: photo, type: 'image/jpeg' }]),
  );
  expect(status).toBe(201);
  const [url] = body['data'].attachments;
  expect(url).toMatch(/^\/media\/[\w-]{22}-1600x2133\/1600\.webp$/);
  for (const width of IMAGE_WIDTHS) {
    const response = await site.guest().send(url.replace(/\d+\.webp$/, `${width}.webp`));
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('cache-control')).toContain('immutable');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.toString('latin1')).not.toMatch(/EXIF|XMP |ICCP|GPS/i);
  }
});

test('an image stored without a width is served in the next larger one', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const photo = { bytes: blankPng(900, 50), type: 'image/png' };
  const { body } = await browser.post(POSTS, postForm([photo]));
  const [url] = body['data'].attachments;
  const fetchWidth = (width: number) =>
    site.guest().send(url.replace(/\d+\.webp$/, `${width}.webp`));
  const largest = await (await fetchWidth(900)).bytes();
  await site.services.files.remove(`${url.split('/')[2]}/720.webp`);
  const instead = await fetchWidth(720);
  expect([instead.status, await instead.bytes()]).toEqual([200, largest]);
  for (const width of [721, 960, 1600]) expect((await fetchWidth(width)).status).toBe(404);
});

test('posts whose images are rejected are not counted as posts', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const gif = { bytes: Buffer.from('GIF89a'), type: 'image/gif' };
  for (let nth = 0; nth < 21; nth += 1)
    expect((await browser.post(POSTS, postForm([gif]))).status).toBe(415);
  expect((await browser.post(POSTS, postForm())).status).toBe(201);
  const avatar = new FormData();
  avatar.append('avatar', new File([gif.bytes], 'a.gif', { type: gif.type }));
  const change = () => browser.change('PATCH', '/api/web/account/avatar', avatar);
  for (let nth = 0; nth < LIMITS.changeAvatar.points + 1; nth += 1)
    expect((await change()).status).toBe(415);
});

test('a long screenshot with transparent edges is stored', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const photo = { bytes: await softScreenshot(1080, 5000), type: 'image/png' };
  const { status, body } = await browser.post(POSTS, postForm([photo]));
  expect([status, body['data'].attachments]).toEqual([
    201,
    [expect.stringMatching(/-929x4301\/929\.webp$/)],
  ]);
});

test('a post keeps the order of its images', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const widths = [300, 200, 500, 100, 400];
  const files = await Promise.all(
    widths.map(async (width) => ({ bytes: blankPng(width, 50), type: 'image/png' })),
  );
  const { body } = await browser.post(POSTS, postForm(files));
  const order = body['data'].attachments.map((url: string) => Number(/-(\d+)x/.exec(url)?.[1]));
  expect(order).toEqual(widths);
});

test.each([
  [
    'a 6 MB file',
    async () => [{ bytes: Buffer.alloc(TOO_BIG, 1), type: 'image/png' }],
    413,
    'File size exceeds 5MB.',
  ],
  [
    'an empty file',
    async () => [{ bytes: Buffer.of(), type: 'image/jpeg', name: 'z.jpg' }],
    400,
    IMAGE_MESSAGES.image_empty,
  ],
  [
    'a GIF named .png',
    async () => [
      { bytes: await redBlueImage(9, 9).gif().toBuffer(), type: 'image/png', name: 'photo.png' },
    ],
    415,
    'Invalid file type. Only PNG, JPG, and JPEG are allowed.',
  ],
  [
    'a WebP',
    async () => [{ bytes: blankPng(9, 9), type: 'image/webp' }],
    415,
    'Invalid file type. Only PNG, JPG, and JPEG are allowed.',
  ],
  [
    'an image of 16,000 x 16,000',
    async () => [{ bytes: blankPng(16_000, 16_000), type: 'image/png' }],
    400,
    'This photo has too many pixels. Please choose one with at most 40 megapixels.',
  ],
  [
    'a truncated image',
    async () => [{ bytes: (await phonePhoto()).subarray(0, 20_000), type: 'image/jpeg' }],
    400,
    'We couldn’t open this photo. Please choose another one.',
  ],
  [
    'six files',
    async () => Array.from({ length: 6 }, () => ({ bytes: blankPng(9, 9), type: 'image/png' })),
    400,
    'A post can have at most 5 attachments.',
  ],
])('%s is rejected, and nothing of the post is stored', async (_, files, expected, message) => {
  const site = await openSite();
  const browser = await site.signedIn();
  const good = { bytes: blankPng(20, 20), type: 'image/png' };
  const given = await files();
  const all = given.length > 1 ? given : [good, ...given];
  const { status, body } = await browser.post(POSTS, postForm(all));
  expect({ status, error: body['error'] }).toEqual({ status: expected, error: message });
  expect(await storedFiles(site)).toEqual([]);
  expect((await browser.get('/api/web/forum')).body['data'].posts).toEqual([]);
});

test('a member has at most two concurrent uploads', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const photo = { bytes: await phonePhoto(), type: 'image/jpeg' };
  const responses = await Promise.all([1, 2, 3].map(() => browser.post(POSTS, postForm([photo]))));
  expect(responses.map(({ status }) => status)).toEqual(expect.arrayContaining([201, 201, 429]));
  expect(await countHits(site, 'concurrentUploads')).toBe(1);
  expect((await browser.post(POSTS, postForm())).status).toBe(201);
});

test('the bytes a member may store in a day are limited, for attachments and avatars together', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const photo = { bytes: blankPng(20, 20), type: 'image/png' };
  await site.services.limits.consume(IMAGE_LIMITS.storeImages, browser.member.id, 199_999);
  expect((await browser.post(POSTS, postForm([photo]))).status).toBe(201);
  const { status, body, headers } = await browser.post(POSTS, postForm([photo]));
  expect([status, body['code']]).toEqual([429, 'rate_limited']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(80_000);
  expect(await storedFiles(site)).toHaveLength(1);
  const avatar = new FormData();
  avatar.append('avatar', new File([Uint8Array.from(photo.bytes)], 'a.png', { type: photo.type }));
  expect((await browser.change('PATCH', '/api/web/account/avatar', avatar)).status).toBe(429);
  expect((await browser.post(POSTS, postForm())).status).toBe(201);
});

test('unreferenced files are deleted after an hour, referenced ones stay', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const photo = { bytes: blankPng(20, 20), type: 'image/png' };
  await browser.post(POSTS, postForm([photo]));
  await browser.post(POSTS, postForm([photo]));
  const { db } = site.services;
  const lost = await db.selectFrom('attachments').select('post_id').executeTakeFirstOrThrow();
  await db.deleteFrom('attachments').where('post_id', '=', lost.post_id).execute();
  await deleteOrphanedFiles(site.services);
  expect(await storedFiles(site)).toHaveLength(2);
  site.advanceClock(3_600_001);
  await deleteOrphanedFiles(site.services);
  expect(await storedFiles(site)).toHaveLength(1);
});
