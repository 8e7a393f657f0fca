import { MutationCache, notifyManager, QueryClient, type QueryKey } from '@tanstack/react-query';

import { ApiError } from '#lib/client/http/api-error.ts';
import { mutationToasts } from '#lib/client/toasts/mutation-toasts.ts';

const MAX_RETRIES = 3;
const MAX_DELAY_MS = 30_000;
const RETRYABLE_STATUS = new Set([0, 408, 429]);

/** Spec 9: three more tries, unless the answer would be the same. */
function retry(failures: number, error: Error): boolean {
  if (failures >= MAX_RETRIES) return false;
  return !(error instanceof ApiError) || RETRYABLE_STATUS.has(error.status) || error.status >= 500;
}

function retryDelay(failures: number, error: Error): number {
  const requested = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
  return Math.min(Math.max(1000 * 2 ** failures, requested), MAX_DELAY_MS);
}

// By default a button would learn a task later that its mutation is pending, after the second click of a double click.
notifyManager.setScheduler(queueMicrotask);

const createClient = () =>
  new QueryClient({
    mutationCache: new MutationCache(mutationToasts),
    defaultOptions: {
      queries: { retry, retryDelay },
      // Fail without a connection: by default a mutation waits for it.
      mutations: { networkMode: 'always' },
    },
  });

let browserClient: QueryClient | undefined;

/** The cache of what the server said: one for a browser's whole visit, a new one for each page a server draws. */
export const queryClient = (): QueryClient =>
  typeof document === 'undefined' ? createClient() : (browserClient ??= createClient());

/**
 * Puts what a page brought along into the cache, when it is newer than what is there.
 * @param fresh what the page brought
 * @param fetchedAt when the server read it, milliseconds since 1970
 * @param merge joins it with what is there; unless told, it takes its place
 */
export function hydrateQuery<T>(
  client: QueryClient,
  queryKey: QueryKey,
  fresh: T,
  fetchedAt: number,
  merge: (cached: T, fresh: T) => T = (_, it) => it,
): void {
  const kept = client.getQueryState(queryKey);
  if (kept?.data !== undefined && kept.dataUpdatedAt >= fetchedAt) return;
  const next = kept?.data === undefined ? fresh : merge(kept.data as T, fresh);
  // What is joined is as old as its older part. A server's clock that runs ahead must not make data seem younger.
  const updatedAt = next === fresh ? Math.min(fetchedAt, Date.now()) : kept?.dataUpdatedAt;
  client.setQueryData(queryKey, next, { updatedAt });
}
