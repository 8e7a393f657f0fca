import { resourcePath } from '#lib/contract/paths.ts';
import { POLICIES } from '#lib/contract/policies.ts';
import type { ResourceCard } from '#lib/contract/resources.ts';
import type { Ctx } from '#lib/server/context.ts';
import { listNewestResources, listResources } from '#lib/server/resources/queries.ts';
import { toCard } from '#lib/server/resources/service.ts';

// More than a reader of news shows; search engines take 50,000 of a map (sitemaps.org).
const FEED_LENGTH = 50;
const MAP_LENGTH = 45_000;

/** A page that everybody may read. */
export interface PublicPage {
  path: string;
  /** when it changed last, ISO 8601; null where nobody keeps count */
  changed: string | null;
}

const PAGES = ['/', '/about', '/forums/explore', '/eduhub'];
const LEGAL = Object.values(POLICIES).map((name) => `/legal-agreements/${name}`);

/** @returns every page that search engines should know */
export async function listPublicPages(ctx: Ctx): Promise<PublicPage[]> {
  const resources = await listResources(ctx.db, { cursor: null, limit: MAP_LENGTH }, null);
  const still = [...PAGES, ...LEGAL].map((path) => ({ path, changed: null }));
  const moving = resources.map(({ id, published_at }) => ({
    path: resourcePath(id),
    changed: new Date(published_at).toISOString(),
  }));
  return [...still, ...moving];
}

/** A resource as a feed shows it. */
export interface FeedEntry extends ResourceCard {
  /** its first paragraph */
  summary: string;
}

/** @returns the newest resources */
export async function listFeed(ctx: Ctx): Promise<FeedEntry[]> {
  const rows = await listNewestResources(ctx.db, FEED_LENGTH);
  return rows.map((row) => Object.assign(toCard(row), { summary: row.summary ?? '' }));
}
