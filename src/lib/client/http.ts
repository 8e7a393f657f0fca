import ky, { type BeforeRequestState, type Options } from 'ky';
import * as z from 'zod/mini';

import { Token } from '#lib/contract/auth.ts';

import { toCallFailed } from './call-failed.ts';

const TIMEOUT_MS = 30_000;
const READS = new Set(['GET', 'HEAD']);

/** Puts a fresh CSRF token on whatever changes something (spec 6, spec 7). */
async function addToken({ request }: Pick<BeforeRequestState, 'request'>): Promise<void> {
  if (READS.has(request.method)) return;
  const { token } = await call('token/csrf', Token, { signal: request.signal });
  request.headers.set('x-csrf-token', token);
}

/** A token may end, or its session change, between the two calls: such a call was not carried out. */
const isTokenRefused = async (response: Response): Promise<boolean> =>
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
    beforeRequest: [addToken],
    beforeRetry: [addToken],
    afterResponse: [
      async ({ request, response, retryCount }) => {
        const again = retryCount === 0 && !READS.has(request.method);
        return again && (await isTokenRefused(response)) ? ky.retry({ code: 'csrf' }) : undefined;
      },
    ],
  },
});

/**
 * Makes a call.
 * @param path below /api, without a slash at its start
 * @param schema the contract of the answer
 * @throws CallFailed; an AbortError when the caller gave it up
 */
export async function call<S extends z.ZodMiniType>(
  path: string,
  schema: S,
  options: Options = {},
): Promise<z.output<S>> {
  try {
    return z.parse(schema, await http(path, options).json());
  } catch (thrown) {
    throw toCallFailed(thrown);
  }
}

const Answer = z.object({ data: z.unknown() });

/** Makes a call whose answer is `{data: …}`, as almost all are (design 5). @returns what `data` holds */
export async function callData<S extends z.ZodMiniType>(
  path: string,
  schema: S,
  options?: Options,
): Promise<z.output<S>> {
  const { data } = await call(path, Answer, options);
  try {
    return z.parse(schema, data);
  } catch (thrown) {
    throw toCallFailed(thrown);
  }
}
