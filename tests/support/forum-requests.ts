import type { APIResponse, Page } from '@playwright/test';

import { sendRequest } from './api-requests.ts';

/**
 * Creates a post with a page's session.
 * @returns its id, path and unique title
 */
export async function addPost(page: Page, description = 'Two sacks.') {
  const title = `Husks ${crypto.randomUUID()}`;
  const response = await sendRequest(page, '/forum/posts', { multipart: { title, description } });
  const { data } = (await response.json()) as { data: { post_id: string } };
  return { id: data.post_id, path: `/forums/posts/${data.post_id}`, title };
}

/** Comments on a post with a page's session. */
export const addComment = (page: Page, postId: string, comment: string): Promise<APIResponse> =>
  sendRequest(page, `/forum/posts/${postId}/comments`, { data: { comment } });

/** Deletes a post with a page's session. */
export const deletePost = (page: Page, postId: string): Promise<APIResponse> =>
  sendRequest(page, `/forum/posts/${postId}`, { method: 'DELETE' });
