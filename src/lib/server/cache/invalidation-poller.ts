import { runEvery, type StopFn } from '#lib/server/jobs/run-every.ts';

import type { CacheInvalidation } from './cache-invalidation.ts';

const POLL_MS = 500;

/** Reads twice a second what other servers, and the operator's commands, have changed. @returns what stops it */
export const startInvalidationPoller = ({
  invalidation,
}: {
  invalidation: CacheInvalidation;
}): StopFn => runEvery(() => invalidation.poll(), POLL_MS);
