import { Hono } from 'hono';
import { html as xml } from 'hono/html';

import { RESOURCES_FRESH_SECONDS } from '#lib/contract/library/resources.ts';
import { CHANGE_PASSWORD_PATH, resourcePath } from '#lib/contract/paths.ts';
import { cachePage } from '#lib/server/platform/cache/cache-page.ts';
import type { CachePolicy } from '#lib/server/platform/cache/page-policy.ts';
import type { Env, RequestContext } from '#lib/server/platform/http/env.ts';
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

// What is for members, or is no page; explore, the only page of the forum for guests, is allowed. The sign-in and such
// pages ask by themselves not to be found, which a search engine that may not read them would not know.
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

// XML cannot contain most control characters (XML 1.0, 2.2).
const printable = (text: string): string => text.replace(/[^\t\n\r\x20-\uffff]/g, '');

/** @param type the subtype, as `atom+xml` */
const respondXml = async (c: RequestContext, type: string, root: ReturnType<typeof xml>) =>
  c.body(`<?xml version="1.0" encoding="UTF-8"?>\n${await root}\n`, 200, {
    'content-type': `application/${type}; charset=utf-8`,
  });

const toFeedEntry = (
  origin: string,
  { id, title, published_date, summary, cover_photo }: FeedEntry,
) => {
  const address = origin + resourcePath(id);
  return xml`
  <entry>
    <id>urn:uuid:${id}</id>
    <title>${printable(title)}</title>
    <link href="${address}"/>
    <link rel="enclosure" type="image/webp" href="${origin}${cover_photo}"/>
    <published>${published_date}</published>
    <updated>${published_date}</updated>
    <summary>${printable(summary)}</summary>
  </entry>`;
};

/** Where password managers look for the form that changes a password (W3C, A Well-Known URL for Changing Passwords). */
const CHANGE_PASSWORD = '/.well-known/change-password';

/** For those who read elsewhere: search engines, readers of news and password managers. */
export const seo = new Hono<Env>()
  .get('/robots.txt', (c) => c.text(robotsTxt(c.get('ctx').config.publicUrl)))
  .get(SECURITY_TXT, (c) => c.text(securityTxt(c.get('ctx').config.publicUrl)))
  .get(CHANGE_PASSWORD, (c) => c.redirect(CHANGE_PASSWORD_PATH))
  .get(SITEMAP_PATH, async (c) => {
    const ctx = c.get('ctx');
    cachePage(ctx, SITEMAP_POLICY);
    const pages = (await listSitemapEntries(ctx)).map(({ path, lastModified }) => {
      const modified = lastModified ? xml`<lastmod>${lastModified}</lastmod>` : [];
      return xml`\n  <url><loc>${ctx.config.publicUrl}${path}</loc>${modified}</url>`;
    });
    const map = xml`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages}\n</urlset>`;
    return respondXml(c, 'xml', map);
  })
  .get(FEED_PATH, async (c) => {
    const ctx = c.get('ctx');
    cachePage(ctx, CACHE_POLICY);
    const origin = ctx.config.publicUrl;
    const entries = await listFeed(ctx);
    const updated = entries[0]?.published_date ?? new Date(0).toISOString();
    const feed = xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>${origin}${FEED_PATH}</id>
  <title>${pageTitle('Educational Resources')}</title>
  <subtitle>${site.description}</subtitle>
  <link rel="self" type="application/atom+xml" href="${origin}${FEED_PATH}"/>
  <link href="${origin}/eduhub"/>
  <author><name>${site.name}</name></author>
  <updated>${updated}</updated>${entries.map((each) => toFeedEntry(origin, each))}
</feed>`;
    return respondXml(c, 'atom+xml', feed);
  });
