import type { APIResponse, Page } from '@playwright/test';

const FORUM = '/api/web/forum';

/** Makes a call as whoever is signed in on a page, past its screens. @param path below /api/web/forum */
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
 * Writes a post as whoever is signed in on a page.
 * @returns its path and its title, which no other post has
 */
export async function addPost(page: Page, description = 'Two sacks.') {
  const title = `Husks ${crypto.randomUUID()}`;
  const response = await send(page, '/posts', { multipart: { title, description } });
  const { data } = (await response.json()) as { data: { post_id: string } };
  return { id: data.post_id, path: `/forums/posts/${data.post_id}`, title };
}

/** Comments on a post as whoever is signed in on a page. */
export const addComment = (page: Page, postId: string, comment: string): Promise<APIResponse> =>
  send(page, `/posts/${postId}/comments`, { data: { comment } });

/** Deletes a post of whoever is signed in on a page. */
export const deletePost = (page: Page, postId: string): Promise<APIResponse> =>
  send(page, `/posts/${postId}`, { method: 'DELETE' });
