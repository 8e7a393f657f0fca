import type { Page } from '@playwright/test';

import type { Screen } from './screen.ts';

/** Somebody else's, with several photos and with likes; found by its words, as other tests post, too. */
const ofOthers: Screen['path'] = [
  '/forums/explore?search=mango+gleaning',
  (page) =>
    page
      .getByRole('article')
      .filter({ has: page.getByRole('list', { name: /^Photos/ }) })
      .filter({ has: page.getByRole('button', { name: /^Like, [1-9]/ }) })
      .filter({ hasNot: page.locator('[href="/forums/my-discussions"]') })
      .locator('h2 a'),
];
const own: Screen['path'] = ['/forums/my-discussions', 'article h2 a'];

const dialog = (page: Page) => page.locator('dialog[open]').waitFor();

async function openFromMenu(page: Page, entry: string): Promise<void> {
  await page
    .getByRole('button', { name: /^More options/ })
    .first()
    .click();
  await page.getByRole('button', { name: entry }).click();
  await dialog(page);
}

async function search(page: Page, term: string): Promise<void> {
  const field = page.getByRole('searchbox', { name: 'Search Glean' });
  await field.fill(term);
  await field.press('Enter');
  await page.getByRole('status').filter({ hasText: term }).waitFor({ state: 'attached' });
}

async function openPostDialog(page: Page): Promise<void> {
  await page.locator('[data-open-post]:visible').first().click();
  await dialog(page);
}

/** The forum, as a member sees it. */
export const forumScreens: Screen[] = [
  { name: 'explore', path: '/forums/explore' },
  {
    name: 'menu of a post',
    path: '/forums/explore',
    open: (page) =>
      page
        .getByRole('button', { name: /^More options/ })
        .first()
        .click(),
  },
  { name: 'create post', path: '/forums/explore', open: openPostDialog },
  {
    name: 'create post, listing',
    path: '/forums/explore',
    open: async (page) => {
      await openPostDialog(page);
      await page.locator('dialog').getByText('I have something').click();
      await page.locator('dialog summary').click();
    },
  },
  { name: 'search', path: '/forums/explore', open: (page) => search(page, 'straw') },
  { name: 'search, nothing', path: '/forums/explore', open: (page) => search(page, 'zzqx') },
  { name: 'post', path: ofOthers },
  {
    name: 'comments',
    path: ofOthers,
    open: async (page) => {
      await page.getByRole('button', { name: 'View Comments' }).click();
      await page.locator('#comments li').first().waitFor();
    },
  },
  {
    name: 'photo',
    path: ofOthers,
    open: async (page) => {
      await page
        .getByRole('link', { name: /full screen/ })
        .first()
        .click();
      await dialog(page);
    },
  },
  {
    name: 'likes',
    path: ofOthers,
    open: async (page) => {
      await page.getByRole('button', { name: /All Likes/ }).click();
      await page.locator('dialog[open] li').first().waitFor();
    },
  },
  {
    name: 'share',
    path: ofOthers,
    open: async (page) => {
      await page.getByRole('button', { name: /^Share/ }).click();
      await dialog(page);
    },
  },
  { name: 'report', path: ofOthers, open: (page) => openFromMenu(page, 'Report') },
  { name: 'own post', path: own },
  { name: 'update post', path: own, open: (page) => openFromMenu(page, 'Update') },
  { name: 'delete post', path: own, open: (page) => openFromMenu(page, 'Delete') },
  { name: 'my discussions', path: '/forums/my-discussions' },
  { name: 'followers', path: '/forums/followers/followed' },
  { name: 'following', path: '/forums/followers/following' },
  { name: 'member', path: ['/forums/followers/followed', 'main li a'] },
];

/** The other pages of a member. */
export const memberScreens: Screen[] = [
  {
    name: 'account menu',
    path: '/eduhub',
    open: (page) => page.locator('[popovertarget=account-menu]').click(),
  },
  {
    name: 'notification panel',
    path: '/eduhub',
    open: async (page) => {
      await page.locator('header [popovertarget=notifications]').click();
      await page.locator('#notifications li').first().waitFor();
    },
  },
  { name: 'notifications', path: '/notifications' },
  { name: 'notification settings', path: '/profile/notifications' },
  { name: 'exchange of members', path: '/exchange' },
  { name: 'listing of members', path: ['/exchange', '.market a'] },
  { name: 'pickups', path: '/exchange/pickups' },
  { name: 'pickup', path: ['/exchange/pickups', 'main li a[href^="/exchange/pickups/"]'] },
  { name: 'profile', path: '/profile' },
  {
    name: 'profile, settings open',
    path: '/profile',
    open: async (page) => {
      await page.locator('main summary').first().click();
      await page.locator('main details[open] [type=submit]').first().click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  { name: 'saved for later', path: '/profile/saved' },
  { name: 'town and alerts', path: '/profile/exchange' },
  { name: 'privacy', path: '/profile/privacy' },
  { name: 'delete account', path: '/profile/privacy/delete' },
  { name: 'blocked members', path: '/profile/blocked' },
  { name: 'moderation of me', path: '/profile/moderation' },
  { name: 'passkeys', path: '/profile/passkeys' },
  { name: 'access tokens', path: '/profile/tokens' },
];
