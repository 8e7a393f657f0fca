// A member has one open report of an item, and may report it again after a decision or a change.
import { expect, test } from 'vitest';

import { comment, decide, FORUM, REPORTS, addAuthor } from '#tests/support/nouns/moderation.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { openSite } from '#tests/support/site/site.ts';

/** A member's post and comment, and functions to report and decide. */
async function openReported() {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const reporter = await site.signedIn();
  const { author, postId } = await addAuthor(site);
  const commentId = await comment(author, postId, 'Buy phones');
  const paths = {
    post: [postId, `${POSTS}/${postId}/report`],
    comment: [commentId, `${POSTS}/${postId}/comments/${commentId}/report`],
    member: [author.member.id, `${FORUM}/users/${author.member.id}/report`],
  } as const;
  const report = async (kind: keyof typeof paths, report_desc = 'Spam') => {
    const { status, body } = await reporter.post(paths[kind][1], { report_desc });
    return body['code'] ?? status;
  };
  const settle = (kind: keyof typeof paths, action = 'stays') =>
    decide(staff, kind, paths[kind][0], { action });
  const seen = async (kind: keyof typeof paths) =>
    (await staff.get(`${REPORTS}/${kind}/${paths[kind][0]}`)).body['data'].reports.map(
      ({ reason, is_open }: { reason: string; is_open: boolean }) => [reason, is_open],
    );
  const status = async () => (await reporter.get(`${POSTS}/${postId}/report`)).body['data'];
  return { site, staff, author, reporter, postId, commentId, report, settle, seen, status };
}

test.each([
  ['post', 'already_reported'],
  ['comment', 'comment_already_reported'],
  ['member', 'member_already_reported'],
] as const)('a %s is reported again after a decision', async (kind, code) => {
  const { report, settle, seen } = await openReported();
  expect([await report(kind), await report(kind)]).toEqual([201, code]);
  await settle(kind, kind === 'member' ? 'warn' : 'stays');
  expect(await report(kind, 'Still at it')).toBe(201);
  expect(await report(kind)).toBe(code);
  expect(await seen(kind)).toEqual([
    ['Spam', false],
    ['Still at it', true],
  ]);
});

test('a post is reported again after its author has changed it, and counts once', async () => {
  const { site, author, postId, report, seen, status, staff } = await openReported();
  expect(await report('post')).toBe(201);
  expect(await status()).toEqual({ is_reported: true });
  site.advanceClock(1000);
  const changed = { title: 'Cheap phones', description: 'Call now.' };
  expect((await author.change('PATCH', `${POSTS}/${postId}`, changed)).status).toBe(200);
  expect(await status()).toEqual({ is_reported: false });
  site.advanceClock(1000);
  expect([await report('post', 'Worse now'), await report('post')]).toEqual([
    201,
    'already_reported',
  ]);
  expect(await status()).toEqual({ is_reported: true });
  expect(await seen('post')).toEqual([
    ['Spam', false],
    ['Worse now', true],
  ]);
  expect((await staff.get(REPORTS)).body['data'].total).toBe(1);
});

test('a comment is reported again after its author has changed it', async () => {
  const { site, author, postId, commentId, report } = await openReported();
  expect(await report('comment')).toBe(201);
  site.advanceClock(1000);
  const path = `${POSTS}/${postId}/comments/${commentId}`;
  expect((await author.change('PATCH', path, { comment: 'Buy more phones' })).status).toBe(200);
  site.advanceClock(1000);
  expect(await report('comment')).toBe(201);
});

test('of many concurrent reports after a decision, one is stored', async () => {
  const { report, settle, seen } = await openReported();
  await report('member');
  await settle('member', 'warn');
  const statuses = await Promise.all(Array.from({ length: 8 }, () => report('member', 'Again')));
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect((await seen('member')).filter(([, isOpen]: [string, boolean]) => isOpen)).toHaveLength(1);
});
