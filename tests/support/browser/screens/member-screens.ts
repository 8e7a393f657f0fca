import type { Page } from '@playwright/test';

import type { Screen } from './screen.ts';

/** A post of another member with several photos and with likes, found by its text because other tests add posts. */
const ofOthers: Screen['path'] = [
  '/forums/explore?search=mango+gleaning',
  (page) =>
    page
      .getByRole('article')
      .filter({ has: page.locator('ul[aria-label]') })
      .filter({ has: page.locator('[aria-pressed] [aria-hidden]', { hasText: /^[1-9]/ }) })
      .filter({ hasNot: page.locator('[href="/forums/my-discussions"]') })
      .locator('h2 a'),
];
const own: Screen['path'] = ['/forums/my-discussions', 'article h2 a'];

const dialog = (page: Page) => page.locator('dialog[open]').waitFor();

const openMenu = (page: Page) => page.locator('article [popovertarget]').first().click();

/** @param place of the menu's button, counted from the end: `-1` */
async function openFromMenu(page: Page, place: number): Promise<void> {
  await openMenu(page);
  await page.locator('article [popover]:visible button').nth(place).click();
  await dialog(page);
}

async function search(page: Page, term: string): Promise<void> {
  const field = page.locator('search [type=search]');
  await field.fill(term);
  await field.press('Enter');
  await page.getByRole('status').filter({ hasText: term }).waitFor({ state: 'attached' });
}

async function openPostDialog(page: Page): Promise<void> {
  await page.locator('[data-open-post]:visible').first().click();
  await dialog(page);
}

/** The screens of the forum for a member. */
export const forumScreens: Screen[] = [
  { name: 'explore', path: '/forums/explore' },
  {
    name: 'menu of a post',
    path: '/forums/explore',
    open: openMenu,
  },
  { name: 'create post', path: '/forums/explore', open: openPostDialog },
  {
    name: 'create post, listing',
    path: '/forums/explore',
    open: async (page) => {
      await openPostDialog(page);
      await page.locator('dialog [data-purposes] label').first().click();
      await page.locator('dialog details:has(optgroup) > summary').click();
    },
  },
  { name: 'search', path: '/forums/explore', open: (page) => search(page, 'straw') },
  { name: 'search, nothing', path: '/forums/explore', open: (page) => search(page, 'zzqx') },
  { name: 'post', path: ofOthers },
  {
    name: 'comments',
    path: ofOthers,
    open: async (page) => {
      await page.locator('#comments > button').click();
      await page.locator('#comments li').first().waitFor();
    },
  },
  {
    name: 'photo',
    path: ofOthers,
    open: async (page) => {
      await page.locator('article li > a:has(> img)').first().click();
      await dialog(page);
    },
  },
  {
    name: 'likes',
    path: ofOthers,
    open: async (page) => {
      await page.locator('article [aria-haspopup=dialog]').click();
      await page.locator('dialog[open] li').first().waitFor();
    },
  },
  {
    name: 'share',
    path: ofOthers,
    open: async (page) => {
      await page.locator('article footer button').last().click();
      await dialog(page);
    },
  },
  { name: 'report', path: ofOthers, open: (page) => openFromMenu(page, -1) },
  { name: 'own post', path: own },
  { name: 'update post', path: own, open: (page) => openFromMenu(page, -2) },
  { name: 'delete post', path: own, open: (page) => openFromMenu(page, -1) },
  { name: 'my discussions', path: '/forums/my-discussions' },
  { name: 'followers', path: '/forums/followers/followed' },
  { name: 'following', path: '/forums/followers/following' },
  { name: 'member', path: ['/forums/followers/followed', 'main li a'] },
];

/** A listing that several members pick up. */
const SHARED = 'Carbonized rice hull, 60 sacks ready';

/** A listing without a shared truck yet. */
const FETCHED = 'Ipa (rice hull) at the mill';

/** A member's other screens. */
export const memberScreens: Screen[] = [
  {
    name: 'weeks ahead, own fields',
    path: '/season',
    open: (page) => page.locator('#own > details summary').click(),
  },
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
  { name: 'new listing', path: '/exchange/new' },
  { name: 'pickups', path: '/exchange/pickups' },
  { name: 'past pickups', path: '/exchange/pickups?state=ended' },
  { name: 'pickup', path: ['/exchange/pickups', 'article a[href^="/exchange/pickups/"]'] },
  { name: 'machines of members', path: '/machines' },
  {
    name: 'machine',
    path: ['/machines', 'main li a[href^="/machines/"]'],
  },
  // One whose card also shows a part of the day.
  {
    name: 'half day of a machine',
    path: ['/exchange/pickups', 'article:has(time > span:nth-of-type(3)) .title a'],
  },
  {
    name: 'pickup on a truck',
    path: [
      '/exchange/pickups',
      (page) => page.getByRole('article').filter({ hasText: SHARED }).locator('.title a'),
    ],
  },
  {
    name: 'pickup, sharing a truck',
    path: [
      '/exchange/pickups',
      (page) => page.getByRole('article').filter({ hasText: FETCHED }).locator('.title a'),
    ],
    open: (page) => page.locator('summary:has(+ #share)').click(),
  },
  { name: 'profile', path: '/profile' },
  {
    name: 'profile, settings open',
    path: '/profile',
    open: async (page) => {
      await page.locator('main details[name] summary').first().click();
      await page.locator('main details[name][open] [type=submit]').first().click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'profile, all rows open',
    path: '/profile',
    open: (page) =>
      page.locator('main details:not([name])').evaluateAll((all) => {
        for (const each of all) (each as HTMLDetailsElement).open = true;
      }),
  },
  { name: 'saved for later', path: '/profile/saved' },
  { name: 'town and alerts', path: '/profile/exchange' },
  { name: 'privacy', path: '/profile/privacy' },
  { name: 'delete account', path: '/profile/privacy/delete' },
  { name: 'blocked members', path: '/profile/blocked' },
  { name: 'people I look after', path: '/profile/people' },
  { name: 'moderation of me', path: '/profile/moderation' },
  { name: 'passkeys', path: '/profile/passkeys' },
  { name: 'access tokens', path: '/profile/tokens' },
  { name: 'phone number to log in with', path: '/profile/log-in-phone' },
];
