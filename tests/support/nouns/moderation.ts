import { addPost } from '#demo/factories.ts';
import type { ApiResponse, Browser } from '#tests/support/site/http-browser.ts';
import type { MemberBrowser, Site } from '#tests/support/site/site.ts';

import { ADMIN } from './staff.ts';

export const FORUM = '/api/web/forum';
export const REPORTS = `${ADMIN}/reports`;
export const DECISIONS = `${ADMIN}/decisions`;
export const PENDING = `${ADMIN}/pending-posts`;
export const OWN_MODERATION = '/api/web/account/moderation';

/** The text and id of the list's first reason. */
export async function firstReason(staff: Browser): Promise<{ reason_id: string; text: string }> {
  return (await staff.get(`${ADMIN}/moderation-reasons`)).body['data'].reasons[0];
}

/** Makes a decision. @param given overrides a removal with staff's own reason */
export const decide = (
  staff: Browser,
  kind: 'post' | 'comment' | 'member',
  id: string,
  given: object = {},
): Promise<ApiResponse> =>
  staff.post(`${REPORTS}/${kind}/${id}/decision`, {
    action: 'remove',
    note: 'It sells phones.',
    ...given,
  });

/** The id of the decision in a response. */
export const decisionId = ({ body }: ApiResponse): string => body['data'].decision_id;

/** Adds a member with a post, and updates the counter of posts. */
export async function addAuthor(
  site: Site,
  given: object = {},
): Promise<{ author: MemberBrowser; postId: string }> {
  const author = await site.signedIn(await site.member({ posts_count: 1 }));
  const { id } = await addPost(site.services.db, { author_id: author.member.id, ...given });
  return { author, postId: id };
}

/** Adds a comment, and updates the counter of comments. @returns its id */
export async function comment(browser: Browser, postId: string, text: string): Promise<string> {
  const response = await browser.post(`${FORUM}/posts/${postId}/comments`, { comment: text });
  return response.body['data'].comment_id;
}
