import type { MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';

import { EXCHANGE_PARAMETERS } from '#lib/contract/paths.ts';
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

import { type CachePolicy, isShareable, type PageTag } from './page-policy.ts';

// The parameters that guest pages read. Links from other sites may have more, and anyone can invent others.
const PARAMETERS = [...EXCHANGE_PARAMETERS, 'topic'];

/**
 * @param url path and query
 * @returns the URL with only the parameters that pages read, in canonical order and spelling. Empty ones, as forms
 *   send them, are left out, except an empty search, which redirects
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

/** The request headers that determine the response. */
interface Conditions {
  'if-none-match'?: string | undefined;
  'accept-encoding'?: string | undefined;
}

/** @returns a 304 for a browser that has the page, else the body in an encoding that it accepts */
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
// How long an outdated page is stored for when it cannot be rendered.
const STALE_MS = 3_600_000;
// Requests join a rendering that has read the database within this time.
const JOIN_MS = 1000;
// A page is stored both uncompressed and compressed.
const STORED_SIZE_FACTOR = 1.5;

type Body = Buffer<ArrayBuffer>;

interface StoredPage {
  page: CachedPage;
  /** by the steady clock; 0 once the page is invalidated */
  freshUntil: number;
}

/** A rendered page for guests. */
interface CachedPage {
  headers: Record<string, string>;
  etag: string;
  /** the page in each encoding requested so far */
  bodies: { identity: Body } & Partial<Record<Encoding, Body | Promise<Body>>>;
  policy: CachePolicy;
}

/** A rendering in progress that other requests for the page await. */
interface Rendering {
  page: Promise<CachedPage | null>;
  /** the number of invalidations before it */
  invalidationCount: number;
  /** by the steady clock */
  startedAt: number;
}

/**
 * @param url path and query
 * @param language of the page
 * @param cookie the Cookie header
 * @param saveData the Save-Data header
 * @returns the page's key: language and data saver change the page of a URL
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

/** @returns a page's body in an encoding; each is compressed once */
function encodedBody({ bodies }: CachedPage, encoding: Encoding): Body | Promise<Body> {
  if (encoding === 'identity') return bodies.identity;
  return (bodies[encoding] ??= encode(bodies.identity, encoding, 'best'));
}

interface PageCacheOptions {
  /** a steady clock, in milliseconds */
  now: () => number;
  /** waits until this server knows the changes by others up to a second ago; returns false when that is impossible */
  catchUp: () => Promise<boolean>;
  /** counts a page that was found, rendered and stored, or sent although outdated */
  count: (result: PageResult) => void;
}

/**
 * Guest pages in memory, until they expire or are invalidated. A page that other servers may have invalidated is sent
 * only while the database is down; this includes the time after a pause of the process.
 */
export class PageCache {
  readonly #now: () => number;
  readonly #catchUp: () => Promise<boolean>;
  readonly #count: (result: PageResult) => void;
  readonly #pages: LRUCache<string, StoredPage>;
  // Stored separately: anyone can invent queries, which must not evict other pages.
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

  /** Finds a page, or waits for one that is being rendered. */
  async get(key: string): Promise<CachedPage | null> {
    const page = (await this.#findCurrent(key)) ?? (await this.#findRendering(key)) ?? null;
    if (page) this.#count('hit');
    return page;
  }

  /**
   * Finds a page like `get`, or renders it once for all concurrent requests. It is stored unless it is invalidated
   * while it is rendered.
   * @param render returns null for a page that other guests may not get
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

  /** Finds a page that is at most an hour old, for when it cannot be rendered. */
  getStale(key: string): CachedPage | null {
    const page = this.#findStored(key)?.page ?? null;
    if (page) this.#count('stale');
    return page;
  }

  /** Invalidates every page with a tag. */
  invalidate(tag: PageTag): void {
    this.#invalidationCount += 1;
    for (const store of [this.#pages, this.#pagesByQuery])
      for (const stored of store.values())
        if (tag === 'site' || stored.page.policy.tags.includes(tag)) stored.freshUntil = 0;
  }

  /** Finds a page that is at most a second old. */
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
    // A rendering that began before an invalidation may show the old state.
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

/** @returns the response as a cached page, or null when other guests may not get it */
async function toCachedPage(c: RequestContext): Promise<CachedPage | null> {
  const ctx = c.get('ctx');
  const { cachePolicy: policy, config, language } = ctx;
  if (!policy || !isShareable(ctx, c.res)) return null;
  const { headers } = c.res;
  const identity = Buffer.from(await c.res.arrayBuffer());
  // Weak, since one ETag covers all encodings of the page.
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

/** Stores guest pages that call `cachePage`; `serveCachedPages` sends them. */
export function storePages(cache: PageCache): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { method } = c.req;
    // A browser whose session has ended counts as a guest.
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
    // While the database is down, guests get the outdated page.
    if (!page && c.res.status === 503) page = cache.getStale(key);
    if (page) {
      // Otherwise Hono would merge the error's headers.
      c.res = undefined;
      const { body, ...init } = await negotiatePage(page, {
        'if-none-match': c.req.header('if-none-match'),
        'accept-encoding': c.req.header('accept-encoding'),
      });
      c.res = new Response(body, init);
    }
  };
}

/** Sends cached pages to guests; all other requests continue. */
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
