import type { IconName } from '#layouts/icons.ts';
import { DISPLAY_PATH } from '#lib/contract/display.ts';
import { ACCESSIBILITY_PATH } from '#lib/contract/paths.ts';

export interface NavLink {
  href: string;
  text: string;
  icon: IconName;
}

const home: NavLink = { href: '/', text: 'Home', icon: 'home' };
const exchange = { href: '/exchange', text: 'Exchange', icon: 'basket' } as const;
const publicLinks: NavLink[] = [
  { href: '/forums/explore', text: 'Forums', icon: 'forums' },
  exchange,
  { href: '/eduhub', text: 'EduHub', icon: 'book' },
  { href: '/about', text: 'About', icon: 'info' },
];

/** @returns the main links; Home is for guests, a member's home is the forum */
export const mainLinks = (isMember: boolean): NavLink[] =>
  isMember ? publicLinks : [home, ...publicLinks];

const explore: NavLink = { href: '/forums/explore', text: 'Explore', icon: 'compass' };
const memberTabs: NavLink[] = [
  { href: '/forums/my-discussions', text: 'My Discussions', icon: 'comment' },
  { href: '/forums/followers', text: 'Followers', icon: 'people' },
];

/** @returns the forum's tabs; guests see only Explore */
export const forumTabs = (isMember: boolean): NavLink[] =>
  isMember ? [explore, ...memberTabs] : [explore];

/** The member's own pages of the forum. */
export const ownForumPages = memberTabs;

/** A slot of the bar at the bottom. */
export interface DockLink extends NavLink {
  /** with soft hyphens, for narrow slots and large text */
  label?: string;
}

/** The links of the bar at the bottom of a member's pages; Post is between the first two and the others. */
export const dockLinks = [
  { ...explore, label: 'Ex\u00adplore' },
  { ...exchange, label: 'Ex\u00adchange' },
  { href: '/eduhub', text: 'EduHub', label: 'Edu\u00adHub', icon: 'book' },
  { href: '/profile', text: 'Me', icon: 'user' },
] as const satisfies DockLink[];

/** The two lists of Followers. */
export const followTabs = [
  { href: '/forums/followers/followed', text: 'Follower' },
  { href: '/forums/followers/following', text: 'Following' },
];

/** The pages the footer links to. */
export const legalLinks = [
  { href: '/legal-agreements/terms-and-conditions', text: 'Terms' },
  { href: '/legal-agreements/licensing-terms', text: 'License' },
  { href: '/legal-agreements/data-privacy', text: 'Privacy' },
  { href: ACCESSIBILITY_PATH, text: 'Accessibility' },
  { href: DISPLAY_PATH, text: 'Text size' },
];

/** @returns whether the footer shows the legal links on this path */
export const showsLegal = (path: string): boolean => !/login|forgot-password/.test(path);

// The first folder of a path: /forums/posts/1 is in the section of /forums/explore.
const section = (path: string): string => path.split('/')[1] ?? '';

/**
 * `aria-current` of a main link: `page` on its own page, `true` in its section.
 * @param href the link's
 * @param path the page's
 */
export function currentSection(href: string, path: string): 'page' | 'true' | undefined {
  if (href === path) return 'page';
  return section(href) === section(path) ? 'true' : undefined;
}

/**
 * `aria-current` of a tab: `page` on its own page, `true` on a page below it.
 * @param href the tab's
 * @param path the page's
 */
export function currentTab(href: string, path: string): 'page' | 'true' | undefined {
  if (href === path) return 'page';
  return path.startsWith(`${href}/`) ? 'true' : undefined;
}
