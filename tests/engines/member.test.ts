import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { AVATAR } from '#lib/contract/images.ts';
import { SAVED_MESSAGES } from '#lib/contract/messages/profile.ts';
import { phonePhoto } from '#tests/support/nouns/images.ts';

import { inOtherEngines, NO_CONNECTION, onDatabase, preloadOutbox } from './journeys.ts';
import { button, field, link, type Page } from './page.ts';

const ENTER = '\uE007';
const searchField = { css: 'input[type=search]' };
const ESCAPE = '\uE00C';

let folder: string;
let photo: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glean-photo-'));
  photo = join(folder, 'field.jpg');
  await writeFile(photo, await phonePhoto());
});
afterAll(() => rm(folder, { recursive: true }));

/** Opens the dialog of a new post, and fills it in with a photo. */
async function writePost(page: Page, title: string): Promise<void> {
  await page.goto('/forums/explore');
  await preloadOutbox(page);
  await page.press(button('Post'));
  await page.type(field(/^Title/), title);
  await page.type(field(/^Description/), 'Behind the blue gate.');
  await page.selectFiles('dialog input[type=file]', photo);
  await page.sees('1 / 5 Attachments');
}

const newPost = (title: string) =>
  onDatabase(async (db) => {
    const { id } = await db
      .selectFrom('members')
      .where('email', '=', 'nardo@glean.example')
      .select('id')
      .executeTakeFirstOrThrow();
    return `/forums/posts/${(await addPost(db, { author_id: id, title })).id}`;
  });

/** @returns the number of photos of each post with a title */
const photosOf = (title: string) =>
  onDatabase(async (db) => {
    const rows = await db
      .selectFrom('posts')
      .leftJoin('attachments', 'post_id', 'posts.id')
      .where('title', '=', title)
      .select(['posts.id', 'image_key'])
      .execute();
    return rows.map(({ image_key }) => image_key !== null);
  });

const likesOf = (path: string) =>
  onDatabase(async (db) => {
    const rows = await db
      .selectFrom('likes')
      .where('post_id', '=', path.slice(path.lastIndexOf('/') + 1))
      .select('post_id')
      .execute();
    return rows.length;
  });

// A failed attempt is repeated after some seconds, and then at longer intervals.
const SENT = { timeout: 60_000 };

inOtherEngines((journey) => {
  journey('a post with a photo and a listing is published', async ({ page, signIn, look }) => {
    await signIn('luz');
    const title = `Straw ${crypto.randomUUID()}`;
    await writePost(page, title);
    await page.press({ css: 'label', name: 'I have something' });
    await page.type(field(/^Material/), 'dayami');
    await page.press(button('I don’t know: all of it'));
    await look('post-dialog');
    await page.press({ css: 'button[type=submit], form button', name: 'Post' });
    await page.sees('Post Uploaded Successfully.');
    await page.press(button('Close'));
    await page.has(link(title));
    expect(await photosOf(title)).toEqual([true]);
  });

  journey('a post is liked and commented on', async ({ page, signIn }) => {
    const path = await newPost('Corn husks');
    await signIn('jun');
    await page.goto(path);
    await page.press(button('Like, 0 likes'));
    await page.has(button('Like, 1 like'));
    await page.type(field('Your comment'), 'Is it dry?');
    await page.press(button('Post Comment'));
    await page.sees('Just now');
    await page.goto(path);
    await page.has(button('Like, 1 like'));
    await page.press(button('View Comments'));
    await page.sees('Is it dry?');
  });

  journey('search, bell and menus', async ({ page, signIn, look, resize }) => {
    await resize('desk');
    await signIn('maria');
    await page.goto('/forums/explore');
    await page.type(searchField, 'straw');
    await page.key(ENTER);
    await page.has({ css: 'main article', name: /straw/i });
    await page.press(button(/^Notifications/));
    await page.has({ css: '[data-row]' });
    await look('bell');
    await page.key(ESCAPE);
    await page.has({ css: '[data-row]' }, false);
    await page.press(button('Account menu'));
    await page.has(button('Logout'));
    await page.key(ESCAPE);
    await page.has(button('Logout'), false);
  });

  journey('a photo is cropped and becomes the avatar', async ({ page, signIn, look }) => {
    await signIn('celia');
    await page.goto('/profile');
    await page.waitFor(() => !document.querySelector('astro-island[ssr]:has(input[type=file])'));
    await page.selectFiles(`input[name=${AVATAR.field}]`, photo);
    await page.has({ css: '.ReactCrop__crop-selection' });
    await look('crop');
    await page.press(button('Save'));
    await page.sees(SAVED_MESSAGES.avatar);
    await page.has({ css: '.ReactCrop__crop-selection' }, false);
  });

  journey('acts without a connection wait, and are sent once', async (visit) => {
    const { page, line, signIn, allowErrors, look } = visit;
    allowErrors(NO_CONNECTION);
    const path = await newPost('Mango culls');
    await signIn('pilar');
    const title = `Cobs ${crypto.randomUUID()}`;
    await writePost(page, title);
    line.state = 'cut';
    await page.press({ css: 'form button', name: 'Post' });
    await page.sees('1 waiting');
    await look('outbox');
    expect(await photosOf(title)).toEqual([]);
    line.state = 'up';
    // The page may send the post before it is left, so the test does not wait for a toast.
    await page.goto('/forums/explore');
    await expect.poll(() => photosOf(title), SENT).toEqual([true]);
    await page.waitFor(() => !document.body.innerText.includes('1 waiting'));
    expect(await photosOf(title)).toEqual([true]);

    await page.goto(path);
    await preloadOutbox(page);
    line.state = 'cut';
    await page.press(button('Like, 0 likes'));
    await page.sees('1 waiting');
    line.state = 'up';
    await page.goto(path);
    await expect.poll(() => likesOf(path), SENT).toBe(1);
    await page.waitFor(() => !document.body.innerText.includes('1 waiting'));
    await page.has(button('Like, 1 like'));
  });

  journey('nothing of a member is left after signing out', async ({ page, signIn }) => {
    await signIn('tess');
    await page.goto('/forums/explore');
    await page.isStored('/forums/explore');
    await page.press(button('Account menu'));
    await page.press(button('Logout'));
    await page.isAt('/login');
    const left = await page.run(async () => {
      const names = await caches.keys();
      return [...names.filter((name) => name.startsWith('member')), ...Object.keys(sessionStorage)];
    });
    expect(left).toEqual([]);
    await page.goto('/profile');
    expect(await page.run(() => location.pathname)).toBe('/login');
  });
});
