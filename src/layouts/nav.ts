import type { IconName } from '#layouts/icons.ts';

export interface NavLink {
  href: string;
  text: string;
  icon: IconName;
}

const home: NavLink = { href: '/', text: 'Home', icon: 'home' };
const publicLinks: NavLink[] = [
  { href: '/forums/explore', text: 'Forums', icon: 'forums' },
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
