import { expect, type Page } from '@playwright/test';

import { guestScreens } from './guest-screens.ts';
import { forumScreens, memberScreens } from './member-screens.ts';
import type { Screen, ScreenGroup } from './screen.ts';
import { staffScreens } from './staff-screens.ts';

/** All screens, by viewer. */
export const SCREENS: Record<string, ScreenGroup> = {
  guests: { screens: guestScreens },
  'a member in the forum': { member: 'maria', screens: forumScreens },
  'a member elsewhere': { member: 'maria', screens: memberScreens },
  staff: { member: 'staff', screens: staffScreens },
};

/** The console message of screens whose status is an error. */
export const ERROR_PAGES = /status of 4\d\d/;

async function pathOf(page: Page, { name, path }: Screen, origin: string): Promise<string> {
  if (typeof path === 'string') return path;
  const [list, link] = path;
  await page.goto(origin + list);
  const links = typeof link === 'string' ? page.locator(link) : link(page);
  const href = await links.first().getAttribute('href');
  if (!href) throw new Error(`${list} has no link to ${name}.`);
  return href;
}

/**
 * Opens a screen, and waits until it works.
 * @param origin if the page has no base URL
 */
export async function openScreen(page: Page, screen: Screen, origin = ''): Promise<void> {
  // Reopening the current page would keep its search.
  await page.goto('about:blank');
  await screen.before?.(page);
  const path = await pathOf(page, screen, origin);
  await page.goto(origin + path);
  await expect(page.locator('astro-island[ssr][client=load]')).toHaveCount(0);
  expect(new URL(page.url()).pathname, screen.name).toBe(path.replace(/[?#].*/, ''));
  await screen.open?.(page);
}
