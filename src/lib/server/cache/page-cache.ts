import { LRUCache } from 'lru-cache';

import { isDataSaverOn } from '#lib/server/http/data-saver.ts';
import { encode, type Encoding } from '#lib/server/http/encoding.ts';

import type { CachePolicy, PageTag } from './page-policy.ts';

const MAX_BYTES = 24 * 1024 * 1024;
const MAX_QUERY_BYTES = 8 * 1024 * 1024;
// A page is stored uncompressed and compressed.
const STORED_SIZE_FACTOR = 1.5;

type Body = Buffer<ArrayBuffer>;

/** A rendered page, as it is sent to guests. */
export interface CachedPage {
  headers: Record<string, string>;
  etag: string;
  /** the page in each encoding that was requested so far */
  bodies: { identity: Body } & Partial<Record<Encoding, Body>>;
  policy: CachePolicy;
}

/**
 * @param url path and query
 * @param cookie the Cookie header
 * @param saveData the Save-Data header
 * @returns the page's key: with data saver on, the same URL is another page
 */
export const pageKey = (url: string, cookie?: string, saveData?: string): string =>
  isDataSaverOn(cookie, saveData) ? `data-saver ${url}` : url;

const withoutQuery = (key: string): string => key.split('?', 1)[0] ?? '';

const createStore = (maxSize: number, now: () => number) =>
  new LRUCache<string, CachedPage>({
    maxSize,
    sizeCalculation: ({ bodies }) => Math.ceil(bodies.identity.length * STORED_SIZE_FACTOR) + 1,
    perf: { now },
    ttlResolution: 0,
  });

/** @returns a page's body in an encoding; it is compressed once */
export async function encodedBody({ bodies }: CachedPage, encoding: Encoding): Promise<Body> {
  if (encoding === 'identity') return bodies.identity;
  return (bodies[encoding] ??= await encode(bodies.identity, encoding, 'best'));
}

/** Guest pages in memory, until they expire or what they show changes. */
export class PageCache {
  readonly #pages: LRUCache<string, CachedPage>;
  // A separate store: anyone can invent queries, and those must not evict other pages.
  readonly #pagesByQuery: LRUCache<string, CachedPage>;
  readonly #inFlight = new Map<string, Promise<void>>();
  #invalidationCount = 0;

  /** @param now the clock, milliseconds since 1970 */
  constructor(now: () => number) {
    this.#pages = createStore(MAX_BYTES, now);
    this.#pagesByQuery = createStore(MAX_QUERY_BYTES, now);
  }

  /** Finds a page; waits for one that is being rendered. */
  async get(key: string): Promise<CachedPage | undefined> {
    const inFlight = this.#inFlight.get(key);
    if (inFlight) await inFlight;
    const page = this.#pages.get(withoutQuery(key));
    if (page && !(page.policy.variesByQuery && key.includes('?'))) return page;
    return this.#pagesByQuery.get(key);
  }

  /** Stores what `render` returns, unless something changes while it is rendered. */
  async store(key: string, render: () => Promise<CachedPage | null>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#invalidationCount;
    this.#inFlight.set(key, promise);
    try {
      const page = await render();
      if (page && before === this.#invalidationCount) this.#set(key, page);
    } finally {
      this.#inFlight.delete(key);
      resolve();
    }
  }

  /** Removes every page with a tag. */
  invalidate(tag: PageTag): void {
    this.#invalidationCount += 1;
    for (const store of [this.#pages, this.#pagesByQuery])
      for (const [key, { policy }] of store.entries())
        if (policy.tags.includes(tag)) store.delete(key);
  }

  #set(key: string, page: CachedPage): void {
    const { seconds, variesByQuery } = page.policy;
    const options = { ttl: seconds * 1000 };
    if (variesByQuery && key.includes('?')) this.#pagesByQuery.set(key, page, options);
    else this.#pages.set(withoutQuery(key), page, options);
  }
}
