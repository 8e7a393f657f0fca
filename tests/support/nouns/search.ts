import { expect } from 'vitest';

import { addPost } from '#demo/factories.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const SEARCH = '/api/web/forum/explore/look/account/posts';

/**
 * The URL of a search.
 * @param more additional query parameters
 */
export const searchUrl = (search: string, more = '') =>
  `${SEARCH}?search=${encodeURIComponent(search)}${more}`;

export const titles = (posts: { title: string }[]) => posts.map(({ title }) => title);
export const names = (accounts: { name: string }[]) => accounts.map(({ name }) => name);

/** A site with posts of these titles, the last one the newest, and a logged-in reader. */
export async function openSiteWithPosts(
  ...postTitles: string[]
): Promise<{ site: Site; reader: Browser }> {
  const site = await openSite();
  const author = await site.member({ first_name: 'Zenaida', last_name: 'Quibol' });
  for (const [nth, title] of postTitles.entries())
    await addPost(site.services.db, {
      author_id: author.id,
      title,
      description: '-',
      created_at: 1e12 + nth,
    });
  const owner = await site.member({ first_name: 'Wigberto', last_name: 'Xavier' });
  return { site, reader: await site.signedIn(owner) };
}

/** Reads all pages of a search. */
export async function readAllPages(reader: Browser, search: string, limit = 2) {
  const found = { accounts: [] as { name: string }[], posts: [] as { title: string }[], pages: 0 };
  let cursor: string | null = '0';
  while (cursor !== null) {
    const { status, body } = await reader.get(
      searchUrl(search, `&cursor=${cursor}&limit=${limit}`),
    );
    expect(status).toBe(200);
    found.accounts.push(...body['data'].accounts);
    found.posts.push(...body['data'].posts);
    found.pages += 1;
    cursor = body['data'].nextCursor;
  }
  return found;
}
