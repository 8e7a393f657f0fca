import { HELP_PATH, HELP_QUESTIONS, helpPath } from '#lib/contract/app/help.ts';
import { eduhubPath, type ResourceCard } from '#lib/contract/library/resources.ts';
import {
  ACCESSIBILITY_PATH,
  LANGUAGES_PATH,
  listingPath,
  MACHINES_PATH,
  resourcePath,
  SEASON_PATH,
} from '#lib/contract/paths.ts';
import { POLICIES } from '#lib/contract/people/policies.ts';
import { SOURCE } from '#lib/messages/codes.ts';
import { currentLanguage } from '#lib/messages/t.ts';
import { listNewest } from '#lib/server/exchange/listings/search-queries.ts';
import { listNewestResources, listResources } from '#lib/server/library/resources/read-queries.ts';
import { toCard } from '#lib/server/library/resources/service.ts';
import { topicsOf } from '#lib/server/library/resources/topics.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { site } from '#lib/site.ts';

// More than feed readers show; search engines accept 50,000 URLs per sitemap (sitemaps.org).
const MAX_FEED_ENTRIES = 50;
const MAX_SITEMAP_ENTRIES = 45_000;

const MAX_SITEMAP_LISTINGS = 4000;
const ALL = { language: null, search: null, topic: null };

const STATIC_PATHS = [
  '/',
  '/about',
  '/forums/explore',
  '/eduhub',
  '/exchange',
  '/exchange/impact',
  '/exchange/map',
  SEASON_PATH,
  MACHINES_PATH,
  '/join',
  '/moderation',
  ACCESSIBILITY_PATH,
  HELP_PATH,
  ...HELP_QUESTIONS.map(helpPath),
];
const POLICY_PATHS = Object.values(POLICIES).map((name) => `/legal-agreements/${name}`);

// Listings that end soon may be gone before a search engine comes: the newest are enough.
async function listListingPages(ctx: Ctx) {
  const filter = { kind: null, material: null, isFree: false };
  const { languages } = ctx.config;
  const limit = Math.floor(MAX_SITEMAP_LISTINGS / languages.length);
  const slice = { viewerId: null, filter, towns: null, after: null, limit };
  const keys = await listNewest(ctx.db, slice);
  return keys.map(({ post_id }) => ({ path: listingPath(post_id), lastModified: null, languages }));
}

/** @returns every page for search engines, with its last change if known */
export async function listSitemapEntries(ctx: Ctx) {
  const { languages } = ctx.config;
  const limit = Math.floor(MAX_SITEMAP_ENTRIES / languages.length);
  const resources = await listResources(ctx.db, { cursor: null, limit }, ALL);
  const resourcePages = resources.map(({ id, published_at }) => ({
    path: resourcePath(id),
    lastModified: new Date(published_at).toISOString(),
    // Only the guide's own language: a translation is another guide.
    languages: [SOURCE],
  }));
  const topics = new Set(resources.flatMap(({ title }) => topicsOf(title)));
  const topicPaths = Array.from(topics, (topic) => eduhubPath({ topic }));
  const ownPaths = languages.length > 1 ? [LANGUAGES_PATH] : [];
  return [
    ...[...STATIC_PATHS, ...ownPaths, ...topicPaths, ...POLICY_PATHS].map((path) => ({
      path,
      lastModified: null,
      languages,
    })),
    ...resourcePages,
    ...(await listListingPages(ctx)),
  ];
}

/** A resource in the feed. */
export interface FeedEntry extends ResourceCard {
  /** its first paragraph */
  summary: string;
}

/** @returns the newest resources */
export async function listFeed(ctx: Ctx): Promise<FeedEntry[]> {
  const rows = await listNewestResources(ctx.db, currentLanguage(), MAX_FEED_ENTRIES);
  return rows.map((row) => Object.assign(toCard(row), { summary: row.summary ?? '' }));
}

export const SECURITY_TXT = '/.well-known/security.txt';

// RFC 9116, 2.5.5 recommends less than a year. Operators who rebuild the site also check its contact.
const LIFETIME_MS = 364 * 86_400_000;
const builtAt = Date.parse(import.meta.env.BUILT_AT ?? '') || Date.now();

/**
 * Says where to report security problems (RFC 9116).
 * @param origin the site's origin, without a trailing slash
 */
export const securityTxt = (origin: string): string =>
  [
    `Contact: mailto:${site.contactEmail}`,
    `Expires: ${new Date(builtAt + LIFETIME_MS).toISOString()}`,
    'Preferred-Languages: en, fil',
    `Canonical: ${origin}${SECURITY_TXT}`,
    '',
  ].join('\n');
