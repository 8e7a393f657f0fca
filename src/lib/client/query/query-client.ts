import {
  MutationCache,
  type MutationCacheConfig,
  notifyManager,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

import { ApiError } from '#lib/client/http/api-error.ts';
import { type ErrorToast, forumToastArea, toastError } from '#lib/client/toasts/forum-toasts.ts';
import { hideToasts } from '#lib/client/toasts/toasts.ts';

const MAX_RETRIES = 3;
const MAX_DELAY_MS = 30_000;
const RETRYABLE_STATUS = new Set([0, 408, 429]);

/** Retries three times (docs/product.md, Lists), unless the response would be the same. */
function retry(failures: number, error: Error): boolean {
  if (failures >= MAX_RETRIES) return false;
  return !(error instanceof ApiError) || RETRYABLE_STATUS.has(error.status) || error.status >= 500;
}

function retryDelay(failures: number, error: Error): number {
  const requested = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
  return Math.min(Math.max(1000 * 2 ** failures, requested), MAX_DELAY_MS);
}

// By default a button learns of its pending mutation a task later: too late for a double click.
notifyManager.setScheduler(queueMicrotask);

interface MutationMeta extends Record<string, unknown> {
  /** shows the mutation's errors; `{}` in the forum's area */
  errorToast?: ErrorToast;
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: MutationMeta;
  }
}

/** Hides the last error when a mutation starts, and shows its own. */
const mutationToasts: MutationCacheConfig = {
  onMutate: (_variables, { meta }) => {
    if (meta?.errorToast) hideToasts(meta.errorToast.area ?? forumToastArea());
  },
  onError: (error, _variables, _result, { meta }) => {
    if (meta?.errorToast) toastError(error, meta.errorToast);
  },
};

const createClient = () =>
  new QueryClient({
    mutationCache: new MutationCache(mutationToasts),
    defaultOptions: {
      queries: { retry, retryDelay },
      // By default a mutation without a connection waits for one; this one fails.
      mutations: { networkMode: 'always' },
    },
  });

let browserClient: QueryClient | undefined;

function createBrowserClient(): QueryClient {
  const client = createClient();
  // Refetches on window focus, and resumes when the connection is back.
  client.mount();
  return client;
}

/**
 * The query cache: one per visit in the browser, a new one per use on the server. It is passed to hooks, since a page
 * has many islands without a common provider.
 */
export const queryClient = (): QueryClient =>
  typeof document === 'undefined' ? createClient() : (browserClient ??= createBrowserClient());

/**
 * Puts data that the page brought into the cache, when it is newer.
 * @param fetchedAt when the server read the data, milliseconds since 1970
 * @param merge combines the data with cached data; by default the data replaces it
 */
export function hydrateQuery<T>(
  client: QueryClient,
  queryKey: QueryKey,
  fresh: T,
  fetchedAt: number,
  merge: (cached: T, fresh: T) => T = (_, it) => it,
): void {
  const cached = client.getQueryState(queryKey);
  if (cached?.data !== undefined && cached.dataUpdatedAt >= fetchedAt) return;
  const next = cached?.data === undefined ? fresh : merge(cached.data as T, fresh);
  // Merged data is as old as its older part. `min`: the server's clock may run ahead.
  const updatedAt = next === fresh ? Math.min(fetchedAt, Date.now()) : cached?.dataUpdatedAt;
  client.setQueryData(queryKey, next, { updatedAt });
}
