// Members edit and delete their own comments.
import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { LIMITS } from '#lib/server/forum/comments/service.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { block, unblock } from '#tests/support/nouns/blocks.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import { postForm, POSTS } from '#tests/support/nouns/posts.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { type MemberBrowser, openSite, type Site } from '#tests/support/site/site.ts';

interface Stage {
  site: Site;
  author: MemberBrowser;
  ana: MemberBrowser;
  postId: string;
  /** of the post */
  comments: string;
}

/** A post of a member's, and another member. */
async function openStage(): Promise<Stage> {
  const site = await openSite();
  const author = await site.signedIn();
  const ana = await site.signedIn(await site.member({ first_name: 'Ana' }));
  const { body } = await author.post(POSTS, postForm([], { title: 'Forty bundles' }));
  const postId = body['data'].post_id as string;
  return { site, author, ana, postId, comments: `${POSTS}/${postId}/comments` };
}

/** @returns the path of a new comment */
async function write({ comments }: Stage, browser: Browser, comment: string): Promise<string> {
  const { body } = await browser.post(comments, { comment });
  return `${comments}/${body['data'].comment_id}`;
}

const edit = (browser: Browser, path: string, comment: unknown) =>
  browser.change('PATCH', path, { comment });
const remove = (browser: Browser, path: string) => browser.change('DELETE', path);

const contents = async ({ comments }: Stage, browser: Browser) =>
  (await browser.get(comments)).body['data'].comments.map(
    ({ content }: { content: string }) => content,
  );

const countOf = async ({ postId }: Stage, browser: Browser) =>
  (await browser.get(`${POSTS}/${postId}`)).body['data'].comments;

test('an edited comment has its new text, trimmed, and the time of the edit', async () => {
  const stage = await openStage();
  const { ana, author, comments } = stage;
  const path = await write(stage, ana, 'Stil there?');
  const { status, body } = await edit(ana, path, '  Still there?\n');
  expect(status).toBe(200);
  expect(body['data']).toMatchObject({
    content: 'Still there?',
    edited_at: expect.stringMatching(/^\d{4}-.*Z$/),
    account: { account_id: ana.member.id },
  });
  const listed = (await author.get(comments)).body['data'].comments;
  expect(listed).toEqual([body['data']]);
  expect(await countOf(stage, author)).toBe(1);
});

test('saving the same text is not an edit', async () => {
  const stage = await openStage();
  const path = await write(stage, stage.ana, 'Still there?');
  expect((await edit(stage.ana, path, 'Still there? ')).body['data'].edited_at).toBeNull();
});

test.each([
  ['no characters', '', 'comment_required'],
  ['white space', ' \n ', 'comment_required'],
  ['a NUL character', 'a\0b', 'unprintable_characters'],
  ['2001 characters', 'x'.repeat(2001), 'too_long'],
])('an edit to %s is rejected as when writing', async (_, comment, code) => {
  const stage = await openStage();
  const path = await write(stage, stage.ana, 'As it was');
  const { status, body } = await edit(stage.ana, path, comment);
  expect([status, body['field_codes']]).toEqual([400, { comment: code }]);
  expect(await contents(stage, stage.ana)).toEqual(['As it was']);
});

test('a deleted comment is gone and not counted; deleting it again changes nothing', async () => {
  const stage = await openStage();
  const { ana, author } = stage;
  const path = await write(stage, ana, 'Wrong post');
  await write(stage, author, 'Mine');
  const responses = await Promise.all([remove(ana, path), remove(ana, path), remove(ana, path)]);
  for (const { status, body } of [...responses, await remove(ana, path)])
    expect([status, body]).toEqual([200, { data: null }]);
  expect(await contents(stage, author)).toEqual(['Mine']);
  expect(await countOf(stage, author)).toBe(1);
  expect(await edit(ana, path, 'Again')).toMatchObject({
    status: 404,
    body: { code: 'comment_not_found' },
  });
});

test('only its author changes a comment, not even the post’s author', async () => {
  const stage = await openStage();
  const path = await write(stage, stage.ana, 'Hands off');
  for (const response of [await edit(stage.author, path, 'Mine'), await remove(stage.author, path)])
    expect(response).toMatchObject({ status: 403, body: { code: 'comment_not_yours' } });
  expect(await contents(stage, stage.ana)).toEqual(['Hands off']);
});

test('a comment can only be changed by the path of its post', async () => {
  const stage = await openStage();
  const { ana, postId } = stage;
  const path = await write(stage, ana, 'Here');
  const other = await addPost(stage.site.services.db, { author_id: ana.member.id });
  const wrong = path.replace(postId, other.id);
  expect((await edit(ana, wrong, 'There')).status).toBe(404);
  expect((await remove(ana, wrong)).status).toBe(200);
  for (const missing of [`${stage.comments}/${newId()}`, `${stage.comments}/x`])
    expect((await edit(ana, missing, 'x')).status).toBe(404);
  expect(await contents(stage, ana)).toEqual(['Here']);
});

test('notifications quote the current text of a comment, and nothing of a deleted one', async () => {
  const stage = await openStage();
  const { ana, author } = stage;
  const path = await write(stage, ana, 'My phone is 09170000000');
  await edit(ana, path, `It is ${'x'.repeat(300)}`);
  const [edited] = await getAllNotifications(author);
  expect(edited?.['content']).toMatch(/^It is x+…$/);
  await remove(ana, path);
  expect(await getAllNotifications(author)).toEqual([]);
});

test('a notification of several comments stays, without the text of a deleted one', async () => {
  const stage = await openStage();
  const { site, ana, author } = stage;
  const ben = await site.signedIn(await site.member({ first_name: 'Ben' }));
  await write(stage, ana, 'First');
  const path = await write(stage, ben, 'My phone is 09170000000');
  await remove(ben, path);
  const all = await getAllNotifications(author);
  expect(all).toMatchObject([{ content: 'Forty bundles', comment_id: null }]);
  expect(
    JSON.stringify(await site.services.db.selectFrom('member_notifications').selectAll().execute()),
  ).not.toContain('0917');
});

test('a member blocked by the post’s author can still delete their comment', async () => {
  const stage = await openStage();
  const { ana, author } = stage;
  const path = await write(stage, ana, 'Take this away');
  await block(author, ana);
  expect((await edit(ana, path, 'x')).status).toBe(404);
  expect((await remove(ana, path)).status).toBe(200);
  await unblock(author, ana);
  expect([await contents(stage, author), await countOf(stage, author)]).toEqual([[], 0]);
});

test('counters are right after concurrent comments and deletions', async () => {
  const stage = await openStage();
  const { ana, author } = stage;
  const paths: string[] = [];
  for (let nth = 0; nth < 8; nth += 1) paths.push(await write(stage, ana, `No. ${nth}`));
  await Promise.all([
    ...paths.map((path) => remove(ana, path)),
    ...paths.map((path) => edit(ana, path, 'Changed')),
    ...Array.from({ length: 8 }, (_, nth) => write(stage, author, `New ${nth}`)),
  ]);
  expect(await countOf(stage, author)).toBe(8);
  expect(await contents(stage, author)).toHaveLength(8);
});

test('edits and deletions are limited', async () => {
  const stage = await openStage();
  const path = await write(stage, stage.ana, 'x');
  const { points } = LIMITS.changeComment;
  for (let nth = 0; nth < points; nth += 1) await remove(stage.ana, path);
  expect((await remove(stage.ana, path)).status).toBe(429);
});
