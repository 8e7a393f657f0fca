import type { MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';

import { chooseLanguage } from '#lib/messages/choose-language.ts';
import { SOURCE } from '#lib/messages/codes.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { hasSessionCookie } from '#lib/server/platform/http/cookies.ts';
import { isDataSaverOn } from '#lib/server/platform/http/display.ts';
import { encode, type Encoding, negotiate } from '#lib/server/platform/http/encoding.ts';
import type { Env, RequestContext } from '#lib/server/platform/http/env.ts';
import type { Handler } from '#lib/server/platform/http/guard/server.ts';
import {
  requestedLanguageCookie,
  languageHeaders,
} from '#lib/server/platform/http/language-headers.ts';
import { logResponse } from '#lib/server/platform/http/middleware/request-log.ts';
import {
  guestOfflineCache,
  hashContent,
  matchesEtag,
  NO_CACHE,
  securityHeaders,
} from '#lib/server/platform/http/response-headers.ts';
import type { PageResult } from '#lib/server/platform/metrics/metrics.ts';
import { UNROUTED } from '#lib/server/platform/metrics/request-metrics.ts';

import type { CachePolicy, PageTag } from './page-policy.ts';

// What guest pages read of a query. A link from elsewhere may have more, and anyone can invent names without end.
const PARAMETERS = [
  'search',
  'topic',
  'kind',
  'material',
  'town',
  'within',
  'free',
  'sort',
  'cursor',
];

/**
 * @param url path and query
 * @returns the same, with only the parameters that pages read, in one order and spelling. Forms send empty ones, too:
 *   those are left out, but for an empty search, which redirects
 */
export function toPageUrl(url: string): string {
  const [path = '', ...query] = url.split('?');
  if (query.length === 0) return url;
  const given = new URLSearchParams(query.join('?'));
  const read = PARAMETERS.flatMap((name) => {
    const value = given.get(name);
    return value || (name === 'search' && value === '') ? [[name, value]] : [];
  });
  return read.length > 0 ? `${path}?${new URLSearchParams(read)}` : path;
}

/** The request headers that decide what is sent of a page. */
interface Conditions {
  'if-none-match'?: string | undefined;
  'accept-encoding'?: string | undefined;
}

/** @returns what is sent of a page: 304 to a browser that has it, else the body in an encoding it accepts */
async function negotiatePage(page: CachedPage, conditions: Conditions) {
  const { headers, etag } = page;
  if (matchesEtag(conditions['if-none-match'], etag)) return { status: 304, headers, body: null };
  const encoding = negotiate(conditions['accept-encoding']);
  const body = await encodedBody(page, encoding);
  const encoded = encoding !== 'identity' && { 'content-encoding': encoding };
  const length = { 'content-length': String(body.length) };
  return { status: 200, headers: { ...headers, ...encoded, ...length }, body };
}

const MAX_BYTES = 24 * 1024 * 1024;
const MAX_QUERY_BYTES = 8 * 1024 * 1024;
// How long an outdated page is stored for a time when it cannot be rendered.
const STALE_MS = 3_600_000;
// Other requests join a rendering that has read the database within this time.
const JOIN_MS = 1000;
// A page is stored uncompressed and compressed.
const STORED_SIZE_FACTOR = 1.5;

type Body = Buffer<ArrayBuffer>;

interface StoredPage {
  page: CachedPage;
  /** by the steady clock; 0 once what it shows has changed */
  freshUntil: number;
}

/** A rendered page, as it is sent to guests. */
interface CachedPage {
  headers: Record<string, string>;
  etag: string;
  /** the page in each encoding that was requested so far */
  bodies: { identity: Body } & Partial<Record<Encoding, Body | Promise<Body>>>;
  policy: CachePolicy;
}

/** A rendering that other requests for the page wait for. */
interface Rendering {
  page: Promise<CachedPage | null>;
  /** how many invalidations preceded it */
  invalidationCount: number;
  /** by the steady clock */
  startedAt: number;
}

/**
 * @param url path and query
 * @param language of the page
 * @param cookie the Cookie header
 * @param saveData the Save-Data header
 * @returns the page's key: in another language, and with data saver on, the same URL is another page
 */
const pageKey = (url: string, language: string, cookie?: string, saveData?: string): string =>
  (language === SOURCE ? '' : `${language} `) +
  (isDataSaverOn(cookie, saveData) ? 'data-saver ' : '') +
  toPageUrl(url);

const withoutQuery = (key: string): string => key.split('?', 1)[0] ?? '';

const createStore = (maxSize: number, now: () => number) =>
  new LRUCache<string, StoredPage>({
    maxSize,
    sizeCalculation: ({ page }) => Math.ceil(page.bodies.identity.length * STORED_SIZE_FACTOR) + 1,
    perf: { now },
    ttlResolution: 0,
  });

/** @returns a page's body in an encoding; it is compressed once */
function encodedBody({ bodies }: CachedPage, encoding: Encoding): Body | Promise<Body> {
  if (encoding === 'identity') return bodies.identity;
  return (bodies[encoding] ??= encode(bodies.identity, encoding, 'best'));
}

/** What a cache works with. */
interface PageCacheOptions {
  /** a steady clock, in milliseconds */
  now: () => number;
  /** waits until this server knows what others changed until a second ago; returns false when it cannot know */
  catchUp: () => Promise<boolean>;
  /** counts a page that is found, rendered to be stored, or found although it is outdated */
  count: (result: PageResult) => void;
}

/**
 * Guest pages in memory, until they expire or what they show changes. A page that other servers may have outdated is sent
 * only while the database is away; also after a pause of the process.
 */
export class PageCache {
  readonly #now: () => number;
  readonly #catchUp: () => Promise<boolean>;
  readonly #count: (result: PageResult) => void;
  readonly #pages: LRUCache<string, StoredPage>;
  // A separate store: anyone can invent queries, and those must not evict other pages.
  readonly #pagesByQuery: LRUCache<string, StoredPage>;
  readonly #renderings = new Map<string, Rendering>();
  #invalidationCount = 0;

  constructor({ now, catchUp, count }: PageCacheOptions) {
    this.#now = now;
    this.#catchUp = catchUp;
    this.#count = count;
    this.#pages = createStore(MAX_BYTES, now);
    this.#pagesByQuery = createStore(MAX_QUERY_BYTES, now);
  }

  /** Finds a page; waits for one that is being rendered. */
  async get(key: string): Promise<CachedPage | null> {
    const page = (await this.#findCurrent(key)) ?? (await this.#findRendering(key)) ?? null;
    if (page) this.#count('hit');
    return page;
  }

  /**
   * Finds a page as `get` does, or renders it once for all that request it at that time. It is stored unless something
   * changes while it is rendered.
   * @param render returns null for a page that is not for other guests
   */
  async getOrRender(
    key: string,
    render: () => Promise<CachedPage | null>,
  ): Promise<CachedPage | null> {
    const found = (await this.#findCurrent(key)) ?? this.#findRendering(key);
    const page = await (found ?? this.#render(key, render));
    if (page) this.#count(found ? 'hit' : 'miss');
    return page;
  }

  /** Finds a page as it was at most an hour ago, for a time when it cannot be rendered. */
  getStale(key: string): CachedPage | null {
    const page = this.#findStored(key)?.page ?? null;
    if (page) this.#count('stale');
    return page;
  }

  /** Outdates every page with a tag. */
  invalidate(tag: PageTag): void {
    this.#invalidationCount += 1;
    for (const store of [this.#pages, this.#pagesByQuery])
      for (const stored of store.values())
        if (stored.page.policy.tags.includes(tag)) stored.freshUntil = 0;
  }

  /** Finds a page that is not older than a second. */
  async #findCurrent(key: string): Promise<CachedPage | undefined> {
    return this.#find(key) && (await this.#catchUp()) ? this.#find(key) : undefined;
  }

  #find(key: string): CachedPage | undefined {
    const stored = this.#findStored(key);
    return stored && stored.freshUntil > this.#now() ? stored.page : undefined;
  }

  #findStored(key: string): StoredPage | undefined {
    const stored = this.#pages.get(withoutQuery(key));
    if (stored && !(stored.page.policy.variesByQuery && key.includes('?'))) return stored;
    return this.#pagesByQuery.get(key);
  }

  #findRendering(key: string): Promise<CachedPage | null> | undefined {
    const rendering = this.#renderings.get(key);
    // One that began before an invalidation may show what was before the change.
    if (rendering?.invalidationCount !== this.#invalidationCount) return undefined;
    if (this.#now() - rendering.startedAt > JOIN_MS) return undefined;
    // Each request reports its own error.
    return rendering.page.catch(() => null);
  }

  async #render(key: string, render: () => Promise<CachedPage | null>): Promise<CachedPage | null> {
    const before = { invalidationCount: this.#invalidationCount, startedAt: this.#now() };
    const rendering = { page: render(), ...before };
    this.#renderings.set(key, rendering);
    try {
      const page = await rendering.page;
      if (page && rendering.invalidationCount === this.#invalidationCount) this.#set(key, page);
      return page;
    } finally {
      if (this.#renderings.get(key) === rendering) this.#renderings.delete(key);
    }
  }

  #set(key: string, page: CachedPage): void {
    const { seconds, variesByQuery } = page.policy;
    const stored = { page, freshUntil: this.#now() + seconds * 1000 };
    const options = { ttl: seconds * 1000 + STALE_MS };
    if (variesByQuery && key.includes('?')) this.#pagesByQuery.set(key, stored, options);
    else this.#pages.set(withoutQuery(key), stored, options);
  }
}

/** @returns the response as a page to store, or null when it is not for other guests */
async function toCachedPage(c: RequestContext): Promise<CachedPage | null> {
  const { cachePolicy: policy, viewer, config, language } = c.get('ctx');
  const { status, headers } = c.res;
  if (!policy || viewer || status !== 200 || headers.has('set-cookie')) return null;
  const identity = Buffer.from(await c.res.arrayBuffer());
  // Weak, since the page has one for all its encodings.
  const etag = `W/"${hashContent(identity)}"`;
  const byLanguage = config.languages.length > 1 ? ', accept-language' : '';
  const vary = `accept-encoding, cookie, save-data${byLanguage}`;
  const all = {
    ...Object.fromEntries(headers),
    ...NO_CACHE,
    ...guestOfflineCache(headers),
    ...languageHeaders(language),
    vary,
    etag,
  };
  return { headers: all, etag, bodies: { identity }, policy };
}

/** Stores the guest pages that request it with `cachePage`; `serveCachedPages` sends them. */
export function storePages(cache: PageCache): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { method } = c.req;
    // Also a browser whose session has ended is a guest's.
    if (!(method === 'GET' || method === 'HEAD') || c.get('ctx').viewer) return next();
    const url = c.req.url.slice(c.req.url.indexOf('/', 'https://'.length));
    const { language = SOURCE } = c.get('ctx');
    const key = pageKey(url, language, c.req.header('cookie'), c.req.header('save-data'));
    let isRendered = false;
    const render = async () => {
      isRendered = true;
      await next();
      return toCachedPage(c);
    };
    // The response to HEAD has no body to store.
    let page = await (method === 'HEAD' ? cache.get(key) : cache.getOrRender(key, render));
    if (!page && !isRendered) await next();
    else if (!isRendered) c.set('route', UNROUTED.cachedPage);
    // While the database is away, guests see the page as it was.
    if (!page && c.res.status === 503) page = cache.getStale(key);
    if (page) {
      // Or Hono would merge the headers of the error.
      c.res = undefined;
      const { body, ...init } = await negotiatePage(page, {
        'if-none-match': c.req.header('if-none-match'),
        'accept-encoding': c.req.header('accept-encoding'),
      });
      c.res = new Response(body, init);
    }
  };
}

/** Sends guests the cached pages; all other requests go on. */
export function serveCachedPages(services: Services, cache: PageCache): Handler {
  const https = services.config.publicUrl.startsWith('https:');
  const [hasSession, common] = [hasSessionCookie(https), securityHeaders(https)];
  return async (request, response, next) => {
    const start = performance.now();
    const { cookie, 'save-data': saveData, 'accept-language': accept } = request.headers;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || hasSession(cookie ?? '')) return next();
    const { url = '' } = request;
    const language = chooseLanguage(services.config.languages, { url, cookie, accept });
    const page = await cache.get(pageKey(url, language, cookie, saveData?.toString()));
    if (!page) return next();
    const { status, headers, body } = await negotiatePage(page, request.headers);
    const cookies = requestedLanguageCookie(services.config, url);
    response.writeHead(status, { ...common, ...headers, ...cookies }).end(body);
    const served = { route: UNROUTED.cachedPage, ms: performance.now() - start };
    logResponse(services, status, request.socket, request, served);
  };
}
