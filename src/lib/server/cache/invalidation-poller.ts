import { runEvery, type StopFn } from '#lib/server/jobs/run-every.ts';

import type { CacheInvalidation } from './cache-invalidation.ts';

const POLL_MS = 500;

/**
 * Polls twice a second for changes by other servers and the operator's commands: where notifications do not arrive, and
 * to reconnect the channel.
 */
export const startInvalidationPoller = ({
  invalidation,
}: {
  invalidation: CacheInvalidation;
}): StopFn => runEvery(() => invalidation.poll(), POLL_MS);
