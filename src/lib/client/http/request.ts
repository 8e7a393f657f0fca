import ky, { type BeforeRequestState, type Options } from 'ky';

import { deleteMemberPages } from '#lib/client/offline/delete-member-pages.ts';
import { setServerClock } from '#lib/client/server-clock.ts';
import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { VIEWER_HEADER } from '#lib/contract/offline.ts';

import { isSessionLost, toApiError } from './api-error.ts';
import { hasKeys, type Parser } from './response-shape.ts';
import { getViewerId } from './viewer-id.ts';

const TIMEOUT_MS = 30_000;
const INVALID_CSRF_TOKEN = 'invalid_csrf_token' satisfies ErrorCode;
const SAFE_METHODS = new Set(['GET', 'HEAD']);

/** The response body of both token endpoints. */
export const tokenBody = hasKeys<{ token: string }>('token');

type Outgoing = Pick<BeforeRequestState, 'request'>;

/** Names the member whose page this is: the session may be another member's by now. */
export function addViewerId(headers: Headers): void {
  const viewer = getViewerId();
  if (viewer) headers.set(VIEWER_HEADER, viewer);
}

/** Sets a fresh CSRF token, which every unsafe method needs. */
export async function addCsrfToken(headers: Headers, signal?: AbortSignal): Promise<void> {
  const { token } = await request('token/csrf', tokenBody, { signal });
  headers.set('x-csrf-token', token);
}

async function addCsrfTokenIfUnsafe({ request: { method, headers, signal } }: Outgoing) {
  if (!SAFE_METHODS.has(method)) await addCsrfToken(headers, signal);
}

/** A token may expire, or its session change, before it is used. The server then has done nothing. */
export async function isCsrfTokenRejected(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const readBody = response.clone().json() as Promise<{ code?: string }>;
  return readBody.then(
    ({ code }) => code === INVALID_CSRF_TOKEN,
    () => false,
  );
}

// Retries only a rejected CSRF token, once. TanStack Query retries reads.
const http = ky.create({
  prefix: '/api',
  credentials: 'same-origin',
  timeout: TIMEOUT_MS,
  retry: { limit: 1, methods: [], delay: () => 0 },
  hooks: {
    beforeRequest: [({ request: { headers } }) => addViewerId(headers), addCsrfTokenIfUnsafe],
    beforeRetry: [addCsrfTokenIfUnsafe],
    afterResponse: [
      ({ response }) => setServerClock(response.headers.get('date')),
      async ({ request: { method }, response, retryCount }) => {
        const canRetry = retryCount === 0 && !SAFE_METHODS.has(method);
        if (!canRetry || !(await isCsrfTokenRejected(response))) return undefined;
        return ky.retry({ code: INVALID_CSRF_TOKEN });
      },
    ],
  },
});

/**
 * Turns what a request threw into an error for people. When the session has ended or is another member's, what the
 * page's member has stored for reading offline is deleted.
 */
export function toRequestError(thrown: unknown): Error {
  const error = toApiError(thrown);
  const viewer = getViewerId();
  if (viewer && isSessionLost(error)) void deleteMemberPages(viewer);
  return error;
}

/**
 * Sends a request and reads its response.
 * @param path below /api, without a leading slash
 * @param parser the contract's schema, or `hasKeys`
 * @throws ApiError, or an AbortError when the caller aborted it
 */
export async function request<T>(
  path: string,
  parser: Parser<T>,
  options: Options = {},
): Promise<T> {
  try {
    return parser.parse(await http(path, options).json());
  } catch (thrown) {
    throw toRequestError(thrown);
  }
}

const dataBody = hasKeys<{ data: unknown }>('data');

/** Reads the `data` of a response body, `{data: …}` as almost all are. */
export const dataOf = <T>(parser: Parser<T>): Parser<T> => ({
  parse: (body) => parser.parse(dataBody.parse(body).data),
});

/**
 * Sends a request and reads the `data` of its response.
 * @throws ApiError
 */
export const requestData = <T>(path: string, parser: Parser<T>, options?: Options): Promise<T> =>
  request(path, dataOf(parser), options);

const NOT_MODIFIED = 304;

/**
 * Sends a conditional request.
 * @param etag of the response at hand, if any
 * @returns data null when it has not changed; its ETag may be a new one nonetheless
 */
export async function requestIfModified<T>(
  path: string,
  parser: Parser<T>,
  etag: string | undefined,
  options: Options = {},
): Promise<{ data: T | null; etag: string }> {
  const headers = new Headers(options.headers as HeadersInit);
  if (etag) headers.set('if-none-match', etag);
  try {
    const response = await http(path, {
      ...options,
      headers,
      throwHttpErrors: (status) => status !== NOT_MODIFIED,
    });
    const isUnchanged = response.status === NOT_MODIFIED;
    const data = isUnchanged ? null : dataOf(parser).parse(await response.json());
    return { data, etag: response.headers.get('etag') ?? etag ?? '' };
  } catch (thrown) {
    throw toRequestError(thrown);
  }
}
