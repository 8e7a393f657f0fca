import ky, { type BeforeRequestState, type Options } from 'ky';

import { toApiError } from './api-error.ts';
import { hasKeys, type Parser } from './response-shape.ts';
import { getViewerId } from './viewer-id.ts';

const TIMEOUT_MS = 30_000;
const SAFE_METHODS = new Set(['GET', 'HEAD']);

/** The answer of the two token calls. */
export const tokenBody = hasKeys<{ token: string }>('token');

/** Says whose page it is that asks, for another may have signed in beside it meanwhile. */
function addViewerId({ request }: Pick<BeforeRequestState, 'request'>): void {
  const viewer = getViewerId();
  if (viewer) request.headers.set('x-viewer-id', viewer);
}

/** Puts a fresh CSRF token on whatever changes something (spec 6, spec 7). */
async function addCsrfToken({ request }: Pick<BeforeRequestState, 'request'>): Promise<void> {
  if (SAFE_METHODS.has(request.method)) return;
  const fresh = await call('token/csrf', tokenBody, { signal: request.signal });
  request.headers.set('x-csrf-token', fresh.token);
}

/** A token may end, or its session change, between the two calls: such a call was not carried out. */
const isCsrfTokenRejected = async (response: Response): Promise<boolean> =>
  response.status === 403 &&
  (
    (await response
      .clone()
      .json()
      .catch(() => null)) as { code?: string } | null
  )?.code === 'csrf';

/**
 * The one way to the server. Nothing is sent twice, except once with a new token when the first was refused;
 * reads are tried again by TanStack Query.
 */
const http = ky.create({
  prefix: '/api',
  credentials: 'same-origin',
  timeout: TIMEOUT_MS,
  retry: { limit: 1, methods: [], delay: () => 0 },
  hooks: {
    beforeRequest: [addViewerId, addCsrfToken],
    beforeRetry: [addCsrfToken],
    afterResponse: [
      async ({ request, response, retryCount }) => {
        const again = retryCount === 0 && !SAFE_METHODS.has(request.method);
        return again && (await isCsrfTokenRejected(response))
          ? ky.retry({ code: 'csrf' })
          : undefined;
      },
    ],
  },
});

/**
 * Makes a call.
 * @param path below /api, without a slash at its start
 * @param reader of the answer: the contract's schema, or `having`
 * @throws ApiError; an AbortError when the caller gave it up
 */
export async function call<T>(path: string, reader: Parser<T>, options: Options = {}): Promise<T> {
  try {
    return reader.parse(await http(path, options).json());
  } catch (thrown) {
    throw toApiError(thrown);
  }
}

const dataBody = hasKeys<{ data: unknown }>('data');

/** Makes a call whose answer is `{data: …}`, as almost all are (design 5). @returns what `data` holds */
export async function requestData<T>(
  path: string,
  reader: Parser<T>,
  options?: Options,
): Promise<T> {
  const { data } = await call(path, dataBody, options);
  try {
    return reader.parse(data);
  } catch (thrown) {
    throw toApiError(thrown);
  }
}

const NOT_MODIFIED = 304;

/**
 * Asks again for what may not have changed, which then costs a few bytes.
 * @param etag of the answer that is known, or nothing
 * @returns null when it is still the same
 */
export async function requestIfModified<T>(
  path: string,
  reader: Parser<T>,
  etag: string | undefined,
  options: Options = {},
): Promise<{ data: T; etag: string } | null> {
  const headers = new Headers(options.headers as HeadersInit);
  if (etag) headers.set('if-none-match', etag);
  try {
    const response = await http(path, {
      ...options,
      headers,
      throwHttpErrors: (status) => status !== NOT_MODIFIED,
    });
    if (response.status === NOT_MODIFIED) return null;
    const { data } = dataBody.parse(await response.json());
    return { data: reader.parse(data), etag: response.headers.get('etag') ?? '' };
  } catch (thrown) {
    throw toApiError(thrown);
  }
}
