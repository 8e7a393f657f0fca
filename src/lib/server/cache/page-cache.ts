import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Context, MiddlewareHandler } from 'hono';

import { isDataSaverOn } from '#lib/server/http/data-saver.ts';
import { NO_CACHE } from '#lib/server/http/default-headers.ts';
import { encode, type Encoding, negotiate } from '#lib/server/http/encoding.ts';
import type { Env } from '#lib/server/http/env.ts';
import { hashContent, matchesEtag } from '#lib/server/http/etag.ts';
import { sendBody } from '#lib/server/http/send-body.ts';

/** Of pages as they are; compressed they take a fraction beside it. */
const MAX_BYTES = 16 * 1024 * 1024;
const RULE = 'x-page-cache';

type Body = Buffer<ArrayBuffer>;

interface Page {
  /** the page in each form that was asked for so far */
  bodies: { identity: Body } & Partial<Record<Encoding, Body>>;
  headers: Record<string, string>;
  etag: string;
  /** milliseconds since 1970 */
  until: number;
  tags: string[];
  /** whether it is another page with another query */
  readsQuery: boolean;
}

/** A page that holds its pictures is another one. */
const keyOf = (address: string, saves: boolean): string => (saves ? `saver ${address}` : address);

function withoutQuery(key: string): string {
  const end = key.indexOf('?');
  return end < 0 ? key : key.slice(0, end);
}

const sizeOf = ({ bodies }: Page): number => bodies.identity.length;
const isQueried = (key: string): number => Number(key.includes('?'));

async function bodyOf({ bodies }: Page, encoding: Encoding): Promise<Body> {
  if (encoding === 'identity') return bodies.identity;
  return (bodies[encoding] ??= await encode(bodies.identity, encoding, 'best'));
}

/** What stands before a page's body. 304 when the browser has this very page, as its If-None-Match tells. */
function headOf(page: Page, encoding: Encoding, condition: string | undefined) {
  const etag = `"${page.etag}-${encoding}"`;
  const headers: Record<string, string> = { ...page.headers, etag };
  if (matchesEtag(condition, etag)) return { status: 304, headers };
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  return { status: 200, headers };
}

/** Answers with a kept page, or with 304. */
async function answer(page: Page, request: Context<Env>['req']): Promise<Response> {
  const encoding = negotiate(request.header('accept-encoding'));
  const { status, headers } = headOf(page, encoding, request.header('if-none-match'));
  const body = status === 304 ? null : await bodyOf(page, encoding);
  return new Response(body, { status, headers });
}

/**
 * Keeps guests' pages. A page asks to be kept with the header `x-page-cache: <seconds>;<tag>,<tag>`, and ends it with
 * `;query` when it reads the query of its address; to others a query is nothing. Nothing a member sees is ever kept,
 * and nothing kept is given to who has a session cookie.
 */
export class PageCache {
  readonly #pages = new Map<string, Page>();
  readonly #making = new Map<string, Promise<void>>();
  readonly #now: () => number;
  #forgotten = 0;

  /** @param now the clock, milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Forgets every page with a tag, also those being made this moment. */
  forget(tag: string): void {
    this.#forgotten += 1;
    for (const [key, page] of this.#pages) if (page.tags.includes(tag)) this.#pages.delete(key);
  }

  /** @param isMember whether a request may be a member's, by its cookie header */
  middleware(isMember: (cookies: string) => boolean): MiddlewareHandler<Env> {
    return async (c, next) => {
      if (c.req.method !== 'GET' || isMember(c.req.header('cookie') ?? '')) {
        await next();
        c.res.headers.delete(RULE);
        return undefined;
      }
      const saves = isDataSaverOn(c.req.header('cookie'), c.req.header('save-data'));
      const key = keyOf(c.req.url.slice(c.req.url.indexOf('/', 8)), saves);
      // One request makes a page; those that come meanwhile wait for it.
      const making = this.#making.get(key);
      if (making) await making;
      const kept = this.#find(key);
      if (kept) return answer(kept, c.req);
      await this.#make(key, c, next);
      return undefined;
    };
  }

  /**
   * Answers at once when a page is kept in the form that is asked for.
   * @param request a guest's, GET
   * @param common headers besides the page's own, which win
   * @returns false, with nothing done, when it is not
   */
  serve(
    request: IncomingMessage,
    response: ServerResponse,
    common: Record<string, string>,
  ): boolean {
    const { cookie, 'save-data': saveData } = request.headers;
    const saves = isDataSaverOn(cookie, saveData?.toString());
    const page = this.#find(keyOf(request.url ?? '', saves));
    const encoding = negotiate(request.headers['accept-encoding']);
    const body = page?.bodies[encoding];
    if (!page || !body) return false;
    const { status, headers } = headOf(page, encoding, request.headers['if-none-match']);
    if (status === 304) response.writeHead(status, { ...common, ...headers }).end();
    else {
      response.writeHead(status, { ...common, ...headers, 'content-length': body.length });
      sendBody(response, body);
    }
    return true;
  }

  #find(key: string): Page | undefined {
    const plain = this.#pages.get(withoutQuery(key));
    const page = plain?.readsQuery === false ? plain : this.#pages.get(key);
    return page && page.until > this.#now() ? page : undefined;
  }

  async #make(key: string, c: Context<Env>, next: () => Promise<void>): Promise<void> {
    const made = Promise.withResolvers<void>();
    const before = this.#forgotten;
    this.#making.set(key, made.promise);
    try {
      await next();
      const page = await this.#read(c);
      if (page && before === this.#forgotten) this.#keep(key, page);
      if (!page) return;
      const response = await answer(page, c.req);
      // Hono adds the headers of the answer before to the one after, unless there is none.
      c.res = undefined;
      c.res = response;
    } finally {
      this.#making.delete(key);
      made.resolve();
    }
  }

  /** @returns the page that an answer asks to be kept, or null when it does not */
  async #read(c: Context<Env>): Promise<Page | null> {
    const response = c.res;
    const [seconds, tags = '', query] = (response.headers.get(RULE) ?? '').split(';');
    response.headers.delete(RULE);
    // A session may be read from cookies that did not look like a member's.
    if (c.get('ctx')?.viewer) return null;
    if (!seconds || response.status !== 200 || response.headers.has('set-cookie')) return null;
    const identity = Buffer.from(await response.arrayBuffer());
    const headers = Object.fromEntries(response.headers);
    return {
      bodies: { identity },
      // A browser asks each time, and is told in few bytes that nothing changed.
      headers: {
        ...headers,
        ...NO_CACHE,
        vary: 'accept-encoding, cookie, save-data',
      },
      etag: hashContent(identity),
      until: this.#now() + Number(seconds) * 1000,
      tags: tags.split(','),
      readsQuery: query === 'query',
    };
  }

  #keep(asked: string, page: Page): void {
    const key = page.readsQuery ? asked : withoutQuery(asked);
    this.#pages.delete(key);
    this.#pages.set(key, page);
    this.#makeRoom();
  }

  #makeRoom(): void {
    const pages = [...this.#pages];
    let bytes = pages.reduce((sum, [, page]) => sum + sizeOf(page), 0);
    // Those with a query first, as anybody can make up another; of them the oldest.
    for (const [key, page] of pages.toSorted(([a], [b]) => isQueried(b) - isQueried(a))) {
      if (bytes <= MAX_BYTES) return;
      bytes -= sizeOf(page);
      this.#pages.delete(key);
    }
  }
}
