import type { IncomingMessage, ServerResponse } from 'node:http';

import type { MiddlewareHandler } from 'hono';

import { negotiate } from '#lib/server/http/encoding.ts';
import type { Env, RequestContext } from '#lib/server/http/env.ts';
import { matchesEtag } from '#lib/server/http/etag.ts';
import type { Served } from '#lib/server/http/fast-path.ts';
import { SANDBOX_CSP, securityHeaders } from '#lib/server/http/security-headers.ts';
import { sendBody } from '#lib/server/http/send-body.ts';
import { hashToken } from '#lib/server/secrets.ts';

const MAX_BYTES = 8 * 1024 * 1024;
/** What an answer takes beside its body: its key, its headers and its place. */
const BESIDE_BYTES = 1024;

/** An answer to a member, in the form it was sent in. */
interface Kept {
  headers: Record<string, string>;
  /** the headers of a 304 */
  validators: Record<string, string>;
  body: Buffer<ArrayBuffer>;
  /** milliseconds since 1970 */
  until: number;
  /** whose it is, for the log */
  member: string;
}

/** Reads a header of a request. */
type Header = (name: string) => string | undefined;

/** All that an answer depends on besides the database: what is asked, in which form, and by whom, to the letter. */
const keyOf = (path: string, header: Header): string =>
  hashToken(
    [
      path,
      negotiate(header('accept-encoding')),
      header('cookie') ?? '',
      header('authorization') ?? '',
      header('save-data') ?? '',
      header('x-viewer-id') ?? '',
    ].join('\n'),
  );

/** Copies what is kept into memory of its own: of Node's pool a small answer would hold a whole block, 64 KB. */
export const ownBytes = (body: string | Uint8Array): Buffer<ArrayBuffer> =>
  Buffer.from(new Uint8Array(Buffer.from(body)).buffer);

const isKnown = ({ headers: { etag } }: Kept, header: Header): boolean =>
  etag !== undefined && matchesEtag(header('if-none-match'), etag);

const SENT_WITH = {
  'content-security-policy': SANDBOX_CSP,
  'cache-control': 'no-store',
  vary: 'accept-encoding',
};

/**
 * Keeps answers to members, to give them again to the same session while nothing in the database has changed, whoever
 * would have changed it (docs/decisions/0019-response-cache.md). A route says with `answerKept` that its answer depends
 * on nothing else, and that giving it is not counted; pages do.
 */
export class KeptAnswers {
  readonly #version: () => number | null;
  readonly #now: () => number;
  readonly #common: Record<string, string>;
  readonly #answers = new Map<string, Kept>();
  #bytes = 0;
  #keptAt: number | null = null;

  /**
   * @param version of the database: another number after every change; null where it does not tell (Postgres)
   * @param now the clock, milliseconds since 1970
   * @param https whether the site is served over https
   */
  constructor(version: () => number | null, now: () => number, https: boolean) {
    this.#version = version;
    this.#now = now;
    this.#common = { ...securityHeaders(https), ...SENT_WITH };
  }

  /**
   * Keeps what routes answer, and answers it again. It stands before anything of the session is read.
   * @param isMember whether a request may be a member's, by its cookie header
   */
  middleware(isMember: (cookies: string) => boolean): MiddlewareHandler<Env> {
    return async (c, next) => {
      const mayKeep = c.req.method === 'GET' && isMember(c.req.header('cookie') ?? '');
      const version = mayKeep ? this.#version() : null;
      if (version === null) return next();
      const header = (name: string) => c.req.header(name);
      const key = keyOf(c.req.url.slice(c.req.url.indexOf('/', 8)), header);
      const kept = this.#find(key, version);
      if (kept) {
        c.set('member', kept.member);
        if (isKnown(kept, header)) return c.body(null, 304, kept.validators);
        return c.body(kept.body, 200, kept.headers);
      }
      await next();
      // What was read before a change and after it is nobody's.
      if (!c.error && version === this.#version()) this.#keep(key, c);
      return undefined;
    };
  }

  /**
   * Answers at once when the answer is kept.
   * @returns null, with nothing done, when it is not
   */
  serve(request: IncomingMessage, response: ServerResponse): Served | null {
    const version = this.#version();
    if (version === null || this.#isEmptyAt(version)) return null;
    const header: Header = (name) => request.headers[name]?.toString();
    const kept = this.#find(keyOf(request.url ?? '', header), version);
    if (!kept) return null;
    if (isKnown(kept, header)) response.writeHead(304, kept.validators).end();
    else sendBody(response.writeHead(200, kept.headers), kept.body);
    return { member: kept.member };
  }

  /** Forgets everything once the database has changed. @returns whether nothing is left */
  #isEmptyAt(version: number): boolean {
    if (version !== this.#keptAt) {
      this.#answers.clear();
      this.#bytes = 0;
    }
    this.#keptAt = version;
    return this.#answers.size === 0;
  }

  #find(key: string, version: number): Kept | undefined {
    if (this.#isEmptyAt(version)) return undefined;
    const kept = this.#answers.get(key);
    return kept && this.#now() < kept.until ? kept : undefined;
  }

  #keep(key: string, c: RequestContext): void {
    const answer = c.get('answer');
    const viewer = c.get('ctx')?.viewer;
    if (!answer || !viewer || this.#answers.has(key)) return;
    const body = ownBytes(answer.body);
    const length = { 'content-length': String(body.length) };
    const headers = { ...this.#common, ...answer.headers, ...length };
    const { etag } = answer.headers;
    const validators = { ...this.#common, ...(etag && { etag }) };
    this.#bytes += body.length + BESIDE_BYTES;
    this.#answers.set(key, { headers, validators, body, until: viewer.until, member: viewer.id });
    this.#makeRoom();
  }

  /** Lets the oldest go until the rest fits. */
  #makeRoom(): void {
    for (const [key, { body }] of this.#answers) {
      if (this.#bytes <= MAX_BYTES) return;
      this.#answers.delete(key);
      this.#bytes -= body.length + BESIDE_BYTES;
    }
  }
}
