import { type ApiResponse, requireOk } from '#tests/support/site/http-browser.ts';
import { readCalls } from '#tests/support/site/scan-calls.ts';
import type { MemberBrowser, Site } from '#tests/support/site/site.ts';

import { publishListing } from './listings.ts';
import { POSTS } from './posts.ts';

export const BLOCKS = '/api/web/blocks';
const FORUM = '/api/web/forum';

export const block = (browser: MemberBrowser, other: MemberBrowser): Promise<ApiResponse> =>
  browser.post(`${BLOCKS}/${other.member.id}`);

export const unblock = (browser: MemberBrowser, other: MemberBrowser): Promise<ApiResponse> =>
  browser.change('DELETE', `${BLOCKS}/${other.member.id}`);

let lastPhone = 0;

/** Adds a member with this first name and a phone number. */
export async function named(site: Site, first_name: string): Promise<MemberBrowser> {
  const contact_phone = `0917${String((lastPhone += 1)).padStart(7, '0')}`;
  return site.signedIn(await site.member({ first_name, contact_phone }));
}

/** Texts that identify a member: id, name, and what they wrote. */
export const tracesOf = ({ member }: MemberBrowser): string[] => [
  member.id,
  member.first_name,
  `Words of ${member.first_name}`,
];

/** Two members who interact in every way, and a third. */
export interface Acquaintances {
  site: Site;
  ana: MemberBrowser;
  ben: MemberBrowser;
  host: MemberBrowser;
  /** by Ana, by Ben, and by the host, with comments of both */
  posts: { ana: string; ben: string; host: string };
}

/** Lets a member like and comment on a post. */
async function respondTo(browser: MemberBrowser, postId: string): Promise<void> {
  const comment = `Words of ${browser.member.first_name}`;
  requireOk(await browser.post(`${POSTS}/${postId}/likes`));
  requireOk(await browser.post(`${POSTS}/${postId}/comments`, { comment }));
}

const publish = async (browser: MemberBrowser): Promise<string> =>
  (await publishListing(browser, { amount: 10, unit: 'bale' })).post.post_id;

/** Makes two members who follow each other, like, comment and publish listings, also on a third member's post. */
export async function acquaint(site: Site): Promise<Acquaintances> {
  const [ana, ben, host] = [
    await named(site, 'Anastasia'),
    await named(site, 'Benedicto'),
    await named(site, 'Hilaria'),
  ];
  requireOk(await ana.post(`${FORUM}/follow/account/${ben.member.id}`));
  requireOk(await ben.post(`${FORUM}/follow/account/${ana.member.id}`));
  const posts = { ana: await publish(ana), ben: await publish(ben), host: await publish(host) };
  await respondTo(ana, posts.ben);
  await respondTo(ben, posts.ana);
  for (const each of [ana, ben]) await respondTo(each, posts.host);
  return { site, ana, ben, host, posts };
}

/** The calls that might show one member to the other. */
export function callsAbout({ ana, ben, host, posts }: Acquaintances): string[] {
  const ids = [ana, ben, host].map(({ member }) => member.id);
  const search = `${FORUM}/explore/look/account/posts?search=`;
  return [
    ...readCalls([...ids, ...Object.values(posts)]).filter((call) => !call.startsWith(BLOCKS)),
    ...['Anastasia', 'Benedicto', 'straw', 'bundles'].map((word) => `${search}${word}`),
    '/api/web/listings?sort=ending',
    '/api/web/listings?town=0304911000&within=25',
    '/api/web/listings?town=0304911000',
  ];
}
