import ky from 'ky';

import { deleteMemberPages } from '#lib/client/offline/member-cache.ts';
import { serverNow, setServerClock } from '#lib/client/server-clock.ts';
import { hasSessionEnded, isLoggedIn } from '#lib/client/stores/login.ts';
import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { VIEWER_HEADER } from '#lib/contract/offline.ts';

import {
  ApiError,
  fromErrorResponse,
  isSessionLost,
  throwNetworkError,
  toApiError,
} from './api-error.ts';
import { hasKeys, type Parser } from './response-shape.ts';
import { getViewerId } from './viewer-id.ts';

const TIMEOUT_MS = 30_000;
const INVALID_CSRF_TOKEN = 'invalid_csrf_token' satisfies ErrorCode;
const NOT_MODIFIED = 304;

export interface RequestOptions {
  /** `get` by default */
  method?: 'get' | 'post' | 'put' | 'patch' | 'delete';
  headers?: HeadersInit | undefined;
  searchParams?: Record<string, string | number>;
  /** the JSON body */
  json?: unknown;
  /** the form body, instead of `json` */
  body?: FormData;
  signal?: AbortSignal | undefined;
  /** 30 s by default */
  timeoutMs?: number;
}

/** The response body of both token endpoints. */
const tokenBody = hasKeys<{ token: string }>('token');

/** Names the page's member: the session may belong to another member by now. */
export function addViewerId(headers: Headers): void {
  const viewer = getViewerId();
  if (viewer) headers.set(VIEWER_HEADER, viewer);
}

/** Sets a fresh CSRF token, which every unsafe method needs. */
export async function addCsrfToken(headers: Headers, signal?: AbortSignal): Promise<void> {
  const { token } = await request('token/csrf', tokenBody, { signal });
  headers.set('x-csrf-token', token);
}

const isWrite = ({ method }: Request): boolean => method !== 'GET';

/** A token may expire, or its session change, before it is used. The server has then done nothing. */
export async function isCsrfTokenRejected(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const read = response.clone().json() as Promise<{ code?: string }>;
  return read.then(
    ({ code }) => code === INVALID_CSRF_TOKEN,
    () => false,
  );
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @returns a signal that aborts on the timeout or with the caller's signal */
function timeoutOr(signal: AbortSignal | undefined, timeoutMs: number): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([timeout, signal]) : timeout;
}

// TanStack Query retries reads. A write is repeated once, when its CSRF token is rejected: the server has done
// nothing.
const api = ky.create({
  prefix: '/api',
  // The signal of `send` also aborts a response that stalls.
  timeout: false,
  throwHttpErrors: false,
  retry: { limit: 1, methods: [], delay: () => 0 },
  hooks: {
    beforeRequest: [
      async ({ request: outgoing }) => {
        addViewerId(outgoing.headers);
        if (isWrite(outgoing)) await addCsrfToken(outgoing.headers, outgoing.signal);
      },
    ],
    beforeRetry: [({ request: outgoing }) => addCsrfToken(outgoing.headers, outgoing.signal)],
    afterResponse: [
      async ({ request: outgoing, response, retryCount }) => {
        setServerClock(response.headers.get('date'));
        const isFirstWrite = isWrite(outgoing) && retryCount === 0;
        return isFirstWrite && (await isCsrfTokenRejected(response)) ? ky.retry() : undefined;
      },
    ],
  },
});

/** @throws ApiError without a response; AbortError when the caller aborts */
async function send(path: string, options: RequestOptions): Promise<Response> {
  const { signal, timeoutMs = TIMEOUT_MS, headers, ...init } = options;
  const sent = { ...init, ...(headers && { headers }), signal: timeoutOr(signal, timeoutMs) };
  return api(path, sent).catch(throwNetworkError);
}

/** @throws ApiError unless the status is 2xx */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text().catch(throwNetworkError);
  if (response.ok) return JSON.parse(text);
  throw fromErrorResponse(response, parseOrNull(text));
}

/**
 * Turns what a request threw into an error with a message. When the session has ended or belongs to another member,
 * the offline pages of the page's member are deleted.
 */
export function toRequestError(thrown: unknown): Error {
  const error = toApiError(thrown);
  const viewer = getViewerId();
  if (viewer && isSessionLost(error)) {
    hasSessionEnded.set(true);
    void deleteMemberPages(viewer);
  }
  return error;
}

/**
 * Sends a request and reads its response.
 * @param path below /api, without a leading slash
 * @param parser the contract's schema, or `hasKeys`
 * @throws ApiError; AbortError when the caller aborts
 */
export async function request<T>(
  path: string,
  parser: Parser<T>,
  options: RequestOptions = {},
): Promise<T> {
  try {
    return parser.parse(await readBody(await send(path, options)));
  } catch (thrown) {
    throw toRequestError(thrown);
  }
}

const dataBody = hasKeys<{ data: unknown }>('data');

/** Reads the `data` of a response body: almost all are `{data: …}`. */
export const dataOf = <T>(parser: Parser<T>): Parser<T> => ({
  parse: (body) => parser.parse(dataBody.parse(body).data),
});

/**
 * Sends a request and reads the `data` of its response.
 * @throws ApiError
 */
export const requestData = <T>(
  path: string,
  parser: Parser<T>,
  options?: RequestOptions,
): Promise<T> => request(path, dataOf(parser), options);

/**
 * Sends a conditional request.
 * @param etag of the cached response, if any
 * @returns null as data when it is unchanged; its ETag may be new nonetheless
 */
export async function requestIfModified<T>(
  path: string,
  parser: Parser<T>,
  etag: string | undefined,
  options: RequestOptions = {},
): Promise<{ data: T | null; etag: string }> {
  const headers = new Headers(options.headers);
  if (etag) headers.set('if-none-match', etag);
  try {
    const response = await send(path, { ...options, headers });
    const isUnchanged = response.status === NOT_MODIFIED;
    const data = isUnchanged ? null : dataOf(parser).parse(await readBody(response));
    return { data, etag: response.headers.get('etag') ?? etag ?? '' };
  } catch (thrown) {
    throw toRequestError(thrown);
  }
}

const KEY = 'access_token';
const claims = hasKeys<{ exp: number }>('exp');

/** When a token expires, in milliseconds since 1970; 0 when it has no expiry (docs/product.md, Access token). */
export function expiryOf(jwt: string): number {
  try {
    const payload = (jwt.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return claims.parse(JSON.parse(atob(payload))).exp * 1000 || 0;
  } catch {
    return 0;
  }
}

let pending: Promise<string> | undefined;

async function fetchToken(): Promise<string> {
  const fresh = (await request('token/access', tokenBody)).token;
  // The member may have logged out in between.
  if (isLoggedIn.get()) sessionStorage.setItem(KEY, fresh);
  return fresh;
}

/** The stored access token while it is valid, otherwise a new one. */
export async function getAccessToken(now: number = serverNow()): Promise<string> {
  const stored = sessionStorage.getItem(KEY);
  if (stored && expiryOf(stored) > now) return stored;
  pending ??= fetchToken().finally(() => (pending = undefined));
  return pending;
}

/** Deletes the stored token, as when another member logs in. */
export const clearAccessToken = (): void => sessionStorage.removeItem(KEY);

/**
 * Sends a request with the access token; when it is rejected, again with a new one.
 * @throws ApiError
 */
export async function withAccessToken<T>(
  run: (headers: { authorization: string }) => Promise<T>,
): Promise<T> {
  const attempt = async () => run({ authorization: `Bearer ${await getAccessToken()}` });
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'invalid_access_token')) throw error;
    clearAccessToken();
    return attempt();
  }
}
