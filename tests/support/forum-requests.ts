import type { APIResponse, Page } from '@playwright/test';

const FORUM = '/api/web/forum';

/**
 * Sends an API request with a page's session.
 * @param path below /api/web/forum
 */
async function send(page: Page, path: string, sent: object): Promise<APIResponse> {
  const tokenResponse = await page.request.get('/api/token/csrf');
  const { token } = (await tokenResponse.json()) as { token: string };
  const headers = { 'x-csrf-token': token, 'sec-fetch-site': 'same-origin' };
  const response = await page.request.fetch(`${FORUM}${path}`, {
    method: 'POST',
    headers,
    ...sent,
  });
  if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
  return response;
}

/**
 * Creates a post with a page's session.
 * @returns its id, path and unique title
 */
export async function addPost(page: Page, description = 'Two sacks.') {
  const title = `Husks ${crypto.randomUUID()}`;
  const response = await send(page, '/posts', { multipart: { title, description } });
  const { data } = (await response.json()) as { data: { post_id: string } };
  return { id: data.post_id, path: `/forums/posts/${data.post_id}`, title };
}

/** Comments on a post with a page's session. */
export const addComment = (page: Page, postId: string, comment: string): Promise<APIResponse> =>
  send(page, `/posts/${postId}/comments`, { data: { comment } });

/** Deletes a post with a page's session. */
export const deletePost = (page: Page, postId: string): Promise<APIResponse> =>
  send(page, `/posts/${postId}`, { method: 'DELETE' });
