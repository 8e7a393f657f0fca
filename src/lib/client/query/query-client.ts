import { QueryClient, type QueryKey } from '@tanstack/react-query';

import { CallFailed } from '#lib/client/http/api-error.ts';

const RETRIES = 3;
const LONGEST_WAIT_MS = 30_000;
const WORTH_RETRYING = new Set([0, 408, 429]);

/** Spec 9: three more tries, unless the answer would be the same. */
function retry(failures: number, error: Error): boolean {
  if (failures >= RETRIES) return false;
  return !(error instanceof CallFailed) || WORTH_RETRYING.has(error.status) || error.status >= 500;
}

function retryDelay(failures: number, error: Error): number {
  const asked = error instanceof CallFailed ? (error.retryAfter ?? 0) * 1000 : 0;
  return Math.min(Math.max(1000 * 2 ** failures, asked), LONGEST_WAIT_MS);
}

const createClient = () => new QueryClient({ defaultOptions: { queries: { retry, retryDelay } } });

let ofBrowser: QueryClient | undefined;

/** The cache of what the server said: one for a browser's whole visit, a new one for each page a server draws. */
export const queryClient = (): QueryClient =>
  typeof document === 'undefined' ? createClient() : (ofBrowser ??= createClient());

/**
 * Puts what a page brought along into the cache, when it is newer than what is there.
 * @param fresh what the page brought
 * @param at when the server read it, milliseconds since 1970
 * @param merge joins it with what is there; unless told, it takes its place
 */
export function seed<T>(
  client: QueryClient,
  queryKey: QueryKey,
  fresh: T,
  at: number,
  merge: (kept: T, fresh: T) => T = (_, it) => it,
): void {
  const kept = client.getQueryState(queryKey);
  if (kept?.data !== undefined && kept.dataUpdatedAt >= at) return;
  const next = kept?.data === undefined ? fresh : merge(kept.data as T, fresh);
  // What is joined is as old as its older part. A server's clock that runs ahead must not make data seem younger.
  const updatedAt = next === fresh ? Math.min(at, Date.now()) : kept?.dataUpdatedAt;
  client.setQueryData(queryKey, next, { updatedAt });
}
