import { Hono } from 'hono';
import { html as xml, raw } from 'hono/html';

import {
  type ListingCard,
  LISTINGS_FRESH_SECONDS,
  type ListingSearch,
  readListingSearch,
} from '#lib/contract/exchange/listings/listing-search.ts';
import { RESOURCES_FRESH_SECONDS } from '#lib/contract/library/resources.ts';
import {
  CHANGE_PASSWORD_PATH,
  exchangeFeedPath,
  exchangePath,
  listingPath,
  resourcePath,
  SHARE_PATH,
} from '#lib/contract/paths.ts';
import { addressIn, alternates } from '#lib/messages/addresses.ts';
import { currentLanguage, t } from '#lib/messages/t.ts';
import { searchFacts } from '#lib/server/exchange/alerts/service.ts';
import { byMaterial, searchListings } from '#lib/server/exchange/listings/search-listings.ts';
import { toPageUrl } from '#lib/server/platform/cache/page-cache.ts';
import { type CachePolicy, cachePage } from '#lib/server/platform/cache/page-policy.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Env, RequestContext } from '#lib/server/platform/http/env.ts';
import { isTown } from '#lib/server/platform/towns/towns.ts';
import { pageTitle, site } from '#lib/site.ts';

import {
  type FeedEntry,
  listFeed,
  listSitemapEntries,
  SECURITY_TXT,
  securityTxt,
} from './service.ts';

const CACHE_POLICY: CachePolicy = { seconds: RESOURCES_FRESH_SECONDS, tags: ['eduhub'] };
const SITEMAP_POLICY: CachePolicy = { ...CACHE_POLICY, tags: ['eduhub', 'posts'] };
const FEED_PATH = '/eduhub/feed.xml';
const SITEMAP_PATH = '/sitemap.xml';

// Paths for members only, or that are not pages; Explore is allowed, since guests can read it. Login pages carry a
// noindex tag, which a search engine must be able to read.
const DISALLOWED = ['/api/', '/forums/', '/profile', '/report/'];

const robotsTxt = (origin: string): string =>
  [
    'User-agent: *',
    'Allow: /forums/explore',
    ...DISALLOWED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}${SITEMAP_PATH}`,
    '',
  ].join('\n');

/** Removes characters that XML does not allow: most control characters, and two noncharacters (XML 1.0, 2.2). */
const printable = (text: string): string => text.replace(/[^\t\n\r\x20-\ufffd]/g, '');

/** Responds with an XML document. @param type the subtype, e.g. `atom+xml` */
const respondXml = async (c: RequestContext, type: string, root: ReturnType<typeof xml>) =>
  c.body(`<?xml version="1.0" encoding="UTF-8"?>\n${await root}\n`, 200, {
    'content-type': `application/${type}; charset=utf-8`,
  });

const ALTERNATES = raw(' xmlns:xhtml="http://www.w3.org/1999/xhtml"');

/**
 * The link to a page in another language
 * (developers.google.com/search/docs/specialty/international/localized-versions).
 */
const toAlternate = ({ language, href }: { language: string; href: string }) =>
  xml`<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`;

const toFeedEntry = (
  origin: string,
  { id, title, language, published_date, summary, cover_photo }: FeedEntry,
) => {
  const address = origin + resourcePath(id);
  const lang = language === currentLanguage() ? '' : xml` xml:lang="${language}"`;
  return xml`
  <entry${lang}>
    <id>urn:uuid:${id}</id>
    <title>${printable(title)}</title>
    <link href="${address}"/>
    <link rel="enclosure" type="image/webp" href="${origin}${cover_photo}"/>
    <published>${published_date}</published>
    <updated>${published_date}</updated>
    <summary>${printable(summary)}</summary>
  </entry>`;
};

// Every search of the exchange as an Atom feed (RFC 4287), with what guests see.
const MAX_ENTRIES = 50;

const toListingEntry = (origin: string, { post_id, title, picture, listing }: ListingCard) => xml`
  <entry>
    <id>urn:uuid:${post_id}</id>
    <title>${printable(title)}</title>
    <link href="${origin}${listingPath(post_id)}"/>${
      picture
        ? xml`
    <link rel="enclosure" type="image/webp" href="${origin}${picture}"/>`
        : ''
    }
    <published>${listing.created_at}</published>
    <updated>${listing.updated_at}</updated>
    <summary>${printable(listing.facts.join(' · '))}</summary>
  </entry>`;

/** @returns the filters of a search: `Offers, Rice straw, within 25 km of Guimba` */
const titleOf = (search: ListingSearch): string => {
  const words = search.search === null ? [] : [`“${printable(search.search)}”`];
  const what = [...words, ...searchFacts(search)].join(', ');
  return t('exchange.feed_title', { what });
};

/** Responds with the listings of a search, newest first by default. */
async function respondWithListings(c: RequestContext): Promise<Response> {
  const ctx: Ctx = { ...c.get('ctx'), viewer: null };
  const { pathname, search: queryString, searchParams } = new URL(c.req.url);
  const { query } = readListingSearch(searchParams, isTown);
  const search = { ...byMaterial(query), cursor: null, limit: MAX_ENTRIES };
  const path = exchangeFeedPath(search);
  // Other URLs, and words, are unlimited in number, so they are not cached.
  if (search.search === null && toPageUrl(pathname + queryString) === path)
    cachePage(c.get('ctx'), {
      seconds: LISTINGS_FRESH_SECONDS,
      tags: ['posts'],
      variesByQuery: true,
    });
  const { listings } = await searchListings(ctx, { ...search, sort: search.sort ?? 'newest' });
  const origin = ctx.config.publicUrl;
  const updated = listings
    .map(({ listing }) => listing.updated_at)
    .toSorted()
    .at(-1);
  const feed = xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${currentLanguage()}">
  <id>${origin}${path}</id>
  <title>${pageTitle(titleOf(search))}</title>
  <link rel="self" type="application/atom+xml" href="${origin}${path}"/>
  <link href="${origin}${exchangePath(search)}"/>
  <author><name>${site.name}</name></author>
  <updated>${updated ?? new Date(0).toISOString()}</updated>${listings.map((card) => toListingEntry(origin, card))}
</feed>`;
  // Search engines should find the page of the search instead.
  c.header('x-robots-tag', 'noindex');
  return respondXml(c, 'atom+xml', feed);
}

/** The URL at which password managers look for the password form (W3C, A Well-Known URL for Changing Passwords). */
const CHANGE_PASSWORD = '/.well-known/change-password';

const SEE_OTHER = 303;

/** Routes for programs other than browsers: search engines, feed readers, password managers, and apps that share. */
export const seo = new Hono<Env>()
  .get('/robots.txt', (c) => c.text(robotsTxt(c.get('ctx').config.publicUrl)))
  .get(SECURITY_TXT, (c) => c.text(securityTxt(c.get('ctx').config.publicUrl)))
  .get(CHANGE_PASSWORD, (c) => c.redirect(CHANGE_PASSWORD_PATH))
  // Without the service worker, a share is not read: the page says what to do.
  .post(SHARE_PATH, (c) => c.redirect(SHARE_PATH, SEE_OTHER))
  .get(SITEMAP_PATH, async (c) => {
    const ctx = c.get('ctx');
    cachePage(ctx, SITEMAP_POLICY);
    const { publicUrl } = ctx.config;
    const pages = (await listSitemapEntries(ctx)).flatMap(({ path, lastModified, languages }) => {
      const modified = lastModified ? xml`<lastmod>${lastModified}</lastmod>` : [];
      const links = alternates(languages, publicUrl + path).map(toAlternate);
      return languages.map((language) => {
        const address = addressIn(language, publicUrl + path);
        return xml`\n  <url><loc>${address}</loc>${modified}${links}</url>`;
      });
    });
    const others = ctx.config.languages.length > 1 ? ALTERNATES : [];
    const map = xml`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${others}>${pages}\n</urlset>`;
    return respondXml(c, 'xml', map);
  })
  .get('/exchange/feed.xml', (c) => respondWithListings(c))
  .get(FEED_PATH, async (c) => {
    const ctx = c.get('ctx');
    cachePage(ctx, CACHE_POLICY);
    const origin = ctx.config.publicUrl;
    const entries = await listFeed(ctx);
    const updated = entries[0]?.published_date ?? new Date(0).toISOString();
    const feed = xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${currentLanguage()}">
  <id>${origin}${FEED_PATH}</id>
  <title>${pageTitle(t('title.resources'))}</title>
  <subtitle>${t('site.description', { site: site.name })}</subtitle>
  <link rel="self" type="application/atom+xml" href="${origin}${FEED_PATH}"/>
  <link href="${origin}/eduhub"/>
  <author><name>${site.name}</name></author>
  <updated>${updated}</updated>${entries.map((each) => toFeedEntry(origin, each))}
</feed>`;
    return respondXml(c, 'atom+xml', feed);
  });
