import type { APIResponse, Locator, Page } from '@playwright/test';

import { blankPng } from '#tests/support/nouns/images.ts';

import { sendRequest } from './api-requests.ts';

/**
 * Creates a post with a page's session.
 * @returns its id, path and unique title
 */
export async function addPost(page: Page, description = 'Two sacks.', images: object = {}) {
  const title = `Husks ${crypto.randomUUID()}`;
  const multipart = { title, description, ...images };
  const response = await sendRequest(page, '/forum/posts', { multipart });
  const { data } = (await response.json()) as { data: { post_id: string } };
  return { id: data.post_id, path: `/forums/posts/${data.post_id}`, title };
}

const image = { name: 'husks.png', mimeType: 'image/png', buffer: blankPng(64, 48) };

/** Creates a post with an image with a page's session. */
export const addPostWithImage = (page: Page) => addPost(page, 'Two sacks.', { attachments: image });

const GUIMBA = '0304911000';
const listing = { kind: 'offer', material: 'bamboo', amount: 40, unit: 'piece', town: GUIMBA };

/** Offers 40 pieces of bamboo with a post of a page's session. */
export const addListing = (page: Page, postId: string): Promise<APIResponse> =>
  sendRequest(page, `/forum/posts/${postId}/listing`, { method: 'PUT', data: listing });

/** Comments on a post with a page's session. */
export const addComment = (page: Page, postId: string, comment: string): Promise<APIResponse> =>
  sendRequest(page, `/forum/posts/${postId}/comments`, { data: { comment } });

/** Deletes a post with a page's session. */
export const deletePost = (page: Page, postId: string): Promise<APIResponse> =>
  sendRequest(page, `/forum/posts/${postId}`, { method: 'DELETE' });

/** The posts of a list, without the member's appointments above them. */
export const postCards = (page: Page): Locator => page.locator('article:not([data-appointment])');
