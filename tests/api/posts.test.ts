import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { sweepPictures } from '#lib/server/domain/pictures.ts';
import { newId } from '#lib/server/ids.ts';
import { openSite, type Site } from '#tests/support/api.ts';
import { halves, phonePhoto, whitePng } from '#tests/support/pictures.ts';

const POSTS = '/api/web/forum/posts';
const TOO_BIG = 5 * 1024 * 1024 + 1;

/** A form as the create-post modal sends it. */
function form(files: { bytes: Uint8Array; type: string; name?: string }[] = [], texts = {}): FormData {
  const data = new FormData();
  const said = { title: 'Rice straw', description: 'Forty dry bundles.', ...texts };
  for (const [name, text] of Object.entries(said)) data.append(name, String(text));
  for (const { bytes, type, name } of files)
    data.append('attachments[]', new File([bytes as Uint8Array<ArrayBuffer>], name ?? 'photo', { type }));
  return data;
}

/** @returns the files below the site's media folder, however deep */
async function storedFiles({ services }: Site): Promise<string[]> {
  const media = join(services.config.dataDir, 'media');
  const entries = await readdir(media, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

test('a member’s post is on top of the feed, and guests see it in the preview', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const { status, body } = await browser.post(POSTS, form());
  expect(status).toBe(201);
  expect(body['data']).toMatchObject({
    title: 'Rice straw',
    description: 'Forty dry bundles.',
    attachments: [],
    likes: 0,
    comments: 0,
    is_liked: false,
    post_owner: true,
    account: { account_id: browser.member.id, name: 'Maria Santos', account_type: 'Farmer' },
  });
  expect(body['data'].share_link).toBe(`http://localhost:4321/forums/posts/${body['data'].post_id}`);
  expect((await browser.get('/api/web/forum/')).body['data'].posts).toEqual([body['data']]);
  const preview = await site.guest().get(`${POSTS}/limited`);
  expect(preview.body['data'].posts).toEqual([{ ...body['data'], post_owner: false }]);
});

test('pictures come back upright, smaller, as WebP without any metadata', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const photo = await phonePhoto();
  const { status, body } = await browser.post(POSTS, form([{ bytes: photo, type: 'image/jpeg' }]));
  expect(status).toBe(201);
  const [url] = body['data'].attachments;
  expect(url).toMatch(/^\/media\/[\w-]{22}-1600x2133\/1600\.webp$/);
  for (const width of [480, 960, 1600]) {
    const response = await site.guest().send(url.replace(/\d+\.webp$/, `${width}.webp`));
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('cache-control')).toContain('immutable');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.toString('latin1')).not.toMatch(/EXIF|XMP |ICCP|GPS/i);
  }
});

test('a post keeps its pictures in the order they were given', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const widths = [300, 200, 500, 100, 400];
  const files = await Promise.all(
    widths.map(async (width) => ({ bytes: whitePng(width, 50), type: 'image/png' })),
  );
  const { body } = await browser.post(POSTS, form(files));
  const order = body['data'].attachments.map((url: string) => Number(/-(\d+)x/.exec(url)?.[1]));
  expect(order).toEqual(widths);
});

test.each([
  ['a 6 MB file', async () => [{ bytes: Buffer.alloc(TOO_BIG, 1), type: 'image/png' }], 413, 'File size exceeds 5MB.'],
  [
    'a GIF named .png',
    async () => [{ bytes: await halves(9, 9).gif().toBuffer(), type: 'image/png', name: 'photo.png' }],
    415,
    'Invalid file type. Only PNG, JPG, and JPEG are allowed.',
  ],
  [
    'a WebP',
    async () => [{ bytes: whitePng(9, 9), type: 'image/webp' }],
    415,
    'Invalid file type. Only PNG, JPG, and JPEG are allowed.',
  ],
  [
    'a picture of 16,000 x 16,000',
    async () => [{ bytes: whitePng(16_000, 16_000), type: 'image/png' }],
    400,
    'This picture has too many pixels. Please choose one of at most 40 megapixels.',
  ],
  [
    'a picture that is cut short',
    async () => [{ bytes: (await phonePhoto()).subarray(0, 20_000), type: 'image/jpeg' }],
    400,
    'This picture cannot be read. Please choose another one.',
  ],
  [
    'six files',
    async () => Array(6).fill({ bytes: whitePng(9, 9), type: 'image/png' }),
    400,
    'A post can have at most 5 attachments.',
  ],
])('%s is refused, and nothing of the post stays', async (_, files, expected, message) => {
  const site = await openSite();
  const browser = await site.signedIn();
  const good = { bytes: whitePng(20, 20), type: 'image/png' };
  const given = await files();
  const all = given.length > 1 ? given : [good, ...given];
  const { status, body } = await browser.post(POSTS, form(all));
  expect({ status, error: body['error'] }).toEqual({ status: expected, error: message });
  expect(await storedFiles(site)).toEqual([]);
  expect((await browser.get('/api/web/forum')).body['data'].posts).toEqual([]);
});

test.each([
  ['no title', { title: '  ' }],
  ['no description', { description: '' }],
  ['a title that is too long', { title: 'x'.repeat(151) }],
  ['a NUL in the title', { title: 'a\0b' }],
])('a post with %s is refused', async (_, texts) => {
  const site = await openSite();
  const browser = await site.signedIn();
  const { status, body } = await browser.post(POSTS, form([], texts));
  expect(status).toBe(400);
  expect(Object.keys(body['fields'])).toEqual(Object.keys(texts));
});

test.each([
  ['no boundary', 'multipart/form-data', '--x\r\n'],
  ['a body that ends too soon', 'multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="ti'],
  ['no parts', 'multipart/form-data; boundary=x', ''],
])('a form with %s is answered 400', async (_, type, body) => {
  const site = await openSite();
  const browser = await site.signedIn();
  const response = await browser.send(POSTS, {
    method: 'POST',
    body,
    headers: { 'content-type': type, origin: 'http://localhost', 'x-csrf-token': await browser.token() },
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 'invalid', error: expect.any(String) });
});

test('the same request sent again, or twice at once, makes one post', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const again = async () => {
    const photo = { bytes: whitePng(20, 20), type: 'image/png' };
    return browser.post(POSTS, form([photo]), { 'idempotency-key': key });
  };
  const key = newId();
  const answers = [...(await Promise.all([again(), again(), again()])), await again()];
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(new Set(answers.map(({ body }) => body['data'].post_id)).size).toBe(1);
  expect(await storedFiles(site)).toHaveLength(1);
  const { posts_count } = await site.services.db
    .selectFrom('members')
    .select('posts_count')
    .executeTakeFirstOrThrow();
  expect(posts_count).toBe(1);
});

test('the feed is paged by ten without gaps, also when posts are added meanwhile', async () => {
  const site = await openSite();
  const { id } = await site.member();
  const made = [];
  for (let nth = 0; nth < 25; nth += 1)
    made.push((await addPost(site.services.db, { author_id: id, created_at: 1e12 + nth })).id);
  const reader = await site.signedIn();
  const seen: string[] = [];
  let cursor: string | null = '0';
  while (cursor) {
    const { body } = await reader.get(`/api/web/forum?cursor=${cursor}`);
    seen.push(...body['data'].posts.map(({ post_id }: { post_id: string }) => post_id));
    cursor = body['data'].nextCursor;
    await addPost(site.services.db, { author_id: id });
  }
  expect(seen).toEqual(made.toReversed());
});

test('posts of a disabled member are not shown', async () => {
  const site = await openSite();
  const { id } = await site.member({ disabled_at: 1 });
  await addPost(site.services.db, { author_id: id });
  expect((await site.guest().get(`${POSTS}/limited`)).body['data'].posts).toEqual([]);
});

test('the 21st post within ten minutes is asked to wait', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  for (let nth = 0; nth < 20; nth += 1) expect((await browser.post(POSTS, form())).status).toBe(201);
  const { status, headers } = await browser.post(POSTS, form());
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(600);
});

test('files that no row names are swept away after an hour, those in use stay', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const photo = { bytes: whitePng(20, 20), type: 'image/png' };
  await browser.post(POSTS, form([photo]));
  await browser.post(POSTS, form([photo]));
  const { db } = site.services;
  const lost = await db.selectFrom('attachments').select('post_id').executeTakeFirstOrThrow();
  await db.deleteFrom('attachments').where('post_id', '=', lost.post_id).execute();
  await sweepPictures(site.services);
  expect(await storedFiles(site)).toHaveLength(2);
  site.wait(3_600_001);
  await sweepPictures(site.services);
  expect(await storedFiles(site)).toHaveLength(1);
});
