// The plain forms of a comment's page.
import { expect, test } from 'vitest';

import { postForm, POSTS } from '#tests/support/nouns/posts.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { sendForm } from '#tests/support/site/send-form.ts';
import { openSite } from '#tests/support/site/site.ts';

/** A member's post with their own comment. */
async function openStage() {
  const site = await openSite();
  const ana = await site.signedIn();
  const postId = (await ana.post(POSTS, postForm())).body['data'].post_id as string;
  const comments = `${POSTS}/${postId}/comments`;
  const { comment_id } = (await ana.post(comments, { comment: 'As it was' })).body['data'];
  const post = `/forums/posts/${postId}`;
  const list = async () => (await ana.get(comments)).body['data'].comments as { content: string }[];
  return {
    site,
    ana,
    list,
    post,
    id: comment_id as string,
    path: `${post}/comments/${comment_id}`,
  };
}

const send = async (browser: Browser, path: string, fields: Record<string, string>) => {
  const { status, headers } = await sendForm(browser, path, fields);
  return [status, headers.get('location')];
};

test('Save edits the comment, and leads to it', async () => {
  const { ana, list, post, id, path } = await openStage();
  const form = { action: 'edit', comment: ' Two\r\nlines ' };
  expect(await send(ana, path, form)).toEqual([303, `${post}?comment=${id}`]);
  expect(await list()).toMatchObject([{ content: 'Two\nlines' }]);
});

test('Delete deletes it, and leads to the other comments; pressing twice changes nothing', async () => {
  const { ana, list, post, path } = await openStage();
  for (const _ of ['once', 'again'])
    expect(await send(ana, path, { action: 'delete' })).toEqual([303, `${post}#comments`]);
  expect(await list()).toEqual([]);
});

test.each([
  ['a blank text', { action: 'edit', comment: '  ' }, 400],
  ['no text', { action: 'edit' }, 400],
  ['an unknown button', { action: 'dance' }, 400],
  ['no token', { action: 'delete', csrf_token: '' }, 403],
] as const)('%s is rejected', async (_, fields, status) => {
  const { ana, list, path } = await openStage();
  expect((await send(ana, path, fields))[0]).toBe(status);
  expect(await list()).toMatchObject([{ content: 'As it was' }]);
});

test('another member’s comment, and one without a post, do not change', async () => {
  const { site, ana, list, post, path } = await openStage();
  const ben = await site.signedIn();
  for (const action of ['edit', 'delete'])
    expect((await send(ben, path, { action, comment: 'Mine' }))[0]).toBe(403);
  expect((await send(ana, `${post}/comments/x`, { action: 'delete' }))[0]).toBe(404);
  expect(await list()).toMatchObject([{ content: 'As it was' }]);
});
