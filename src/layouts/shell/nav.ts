import type { IconName } from '#layouts/icons.ts';
import { HELP_PATH } from '#lib/contract/app/help.ts';
import { DISPLAY_PATH } from '#lib/contract/display.ts';
import { ACCESSIBILITY_PATH, LANGUAGES_PATH } from '#lib/contract/paths.ts';
import { t } from '#lib/messages/t.ts';

export interface NavLink {
  href: string;
  text: string;
  icon: IconName;
}

const home = (): NavLink => ({ href: '/', text: t('nav.home'), icon: 'home' });
const exchange = (): NavLink => ({ href: '/exchange', text: t('nav.exchange'), icon: 'basket' });
const publicLinks = (): NavLink[] => [
  { href: '/forums/explore', text: t('nav.forums'), icon: 'forums' },
  exchange(),
  { href: '/eduhub', text: t('nav.eduhub'), icon: 'book' },
  { href: '/about', text: t('nav.about'), icon: 'info' },
];

/** The main links. Home is for guests, because a member's home is the forum. */
export const mainLinks = (isMember: boolean): NavLink[] =>
  isMember ? publicLinks() : [home(), ...publicLinks()];

const explore = (): NavLink => ({
  href: '/forums/explore',
  text: t('nav.explore'),
  icon: 'compass',
});

/** The forum's pages about the member. */
const ownForumPages = (): NavLink[] => [
  { href: '/forums/my-discussions', text: t('nav.my_discussions'), icon: 'comment' },
  { href: '/forums/followers', text: t('nav.followers'), icon: 'people' },
];

/** The forum's tabs. Guests see only Explore. */
export const forumTabs = (isMember: boolean): NavLink[] =>
  isMember ? [explore(), ...ownForumPages()] : [explore()];

/** A slot of the bottom bar. */
export interface DockLink extends NavLink {
  /** with soft hyphens, for narrow slots and large text */
  label?: string;
}

/** The links of a member's bottom bar; Post is between the first two and the others. */
export const dockLinks = (): [DockLink, DockLink, ...DockLink[]] => [
  { ...explore(), label: t('nav.explore_soft') },
  { ...exchange(), label: t('nav.exchange_soft') },
  { href: '/eduhub', text: t('nav.eduhub'), label: t('nav.eduhub_soft'), icon: 'book' },
  { href: '/profile', text: t('shell.me'), icon: 'user' },
];

export const followTabs = () => [
  { href: '/forums/followers/followed', text: t('nav.follower') },
  { href: '/forums/followers/following', text: t('nav.following') },
];

/** The languages of the site. */
export const offeredHere = ({ ctx }: Partial<App.Locals>): string[] => ctx?.config.languages ?? [];

/** The documents, linked where a footer can be reached, and otherwise in the account menu. */
export const legalLinks = () => [
  { href: '/legal-agreements/terms-and-conditions', text: t('nav.terms') },
  { href: '/legal-agreements/licensing-terms', text: t('nav.license') },
  { href: '/legal-agreements/data-privacy', text: t('nav.privacy') },
];

/** What else a guest's footer links to: a member has it in the account menu and the settings. */
export const guestLinks = (locals: Partial<App.Locals>) => [
  { href: HELP_PATH, text: t('help.title') },
  { href: ACCESSIBILITY_PATH, text: t('nav.accessibility') },
  { href: DISPLAY_PATH, text: t('nav.text_size') },
  ...(offeredHere(locals).length > 1 ? [{ href: LANGUAGES_PATH, text: t('languages.title') }] : []),
];

/** Whether a page’s list loads more at its end, so that the footer is out of reach. */
export const isEndless = (path: string): boolean => /^\/(?:forums\/|eduhub\/?$)/.test(path);

export const showsLegal = (path: string): boolean => !/login|forgot-password/.test(path);

// The first folder of a path, e.g. /forums/posts/1 is in the section of /forums/explore.
const section = (path: string): string => path.split('/')[1] ?? '';

/**
 * The `aria-current` of a main link: `page` on its own page, `true` in its section.
 * @param href of the link
 * @param path of the page
 */
export function currentSection(href: string, path: string): 'page' | 'true' | undefined {
  if (href === path) return 'page';
  return section(href) === section(path) ? 'true' : undefined;
}

/**
 * The `aria-current` of a tab: `page` on its own page, `true` on a page below it.
 * @param href of the tab
 * @param path of the page
 */
export function currentTab(href: string, path: string): 'page' | 'true' | undefined {
  if (href === path) return 'page';
  return path.startsWith(`${href}/`) ? 'true' : undefined;
}
