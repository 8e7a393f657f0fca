import type { Page } from '@playwright/test';

import { addComment, addMember, addPost } from '#demo/factories.ts';
import type { Db, MemberTable } from '#lib/server/platform/db/schema.ts';

import { insertNotification } from './notification-screens.ts';
import { cachedPaths, serviceWorkerReady } from './offline-fixtures.ts';
import { expect } from './own-server-fixtures.ts';

/**
 * Adds Ana, her post with a comment, a post of Maria, and a notification for Maria.
 * @returns the path of Ana's post
 */
export async function addForum(db: Db, { id: mariaId }: MemberTable): Promise<string> {
  const email = 'ana@glean.example';
  const ana = await addMember(db, { first_name: 'Ana', email, password_hash: 'none' });
  const post = await addPost(db, { author_id: ana.id, title: 'Coconut husks of Ana' });
  await addComment(db, post.id, ana.id, 'Only until Saturday.');
  await addPost(db, { author_id: mariaId, title: 'Straw of Maria' });
  await insertNotification(db, mariaId, { title: 'Ana liked your post', link_data: post.id });
  return `/forums/posts/${post.id}`;
}

/** The paths of all cached pages of members. */
export const memberPaths = async (page: Page): Promise<string[]> => {
  const names = await page.evaluate(() => caches.keys());
  const members = names.filter((name) => name.startsWith('member-'));
  return (await Promise.all(members.map((name) => cachedPaths(page, name)))).flat();
};

/** Opens a member's page and waits until it is cached. */
export async function readPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await serviceWorkerReady(page);
  await expect.poll(() => memberPaths(page)).toContain(new URL(address).pathname);
}

/** Skips the ten seconds without requests that pages wait for. */
const passQuietTime = (page: Page) => page.clock.fastForward(10_000);

/** Waits until the code of the post dialog is cached. The test must have installed Playwright's clock. */
export const dialogStored = (page: Page): Promise<void> =>
  expect
    .poll(async () => {
      await passQuietTime(page);
      return (await cachedPaths(page, 'files')).join(' ');
    })
    .toMatch(/PostDialog.*toast-container/);
