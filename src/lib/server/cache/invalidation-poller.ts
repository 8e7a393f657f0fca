import type { Services } from '#lib/server/context.ts';
import type { ServerState } from '#lib/server/health/server-state.ts';
import { runEvery, type StopFn } from '#lib/server/jobs/run-every.ts';

import type { CacheInvalidation } from './cache-invalidation.ts';

const POLL_MS = 500;
// The first may be that of a pause, or of a connection that was replaced since.
const FAILURES = 2;

/**
 * Polls twice a second for changes by other servers and the operator's commands: where notifications do not arrive, and
 * to reconnect the channel. A failure is logged once, and `/readyz` reports it while it lasts.
 * @returns a function that stops it
 */
export function startInvalidationPoller(
  { metrics, log }: Services,
  { problems }: ServerState,
  invalidation: CacheInvalidation,
): StopFn {
  const poll = metrics.watchJob('invalidation_poller', () => invalidation.poll());
  let failures = 0;
  const succeed = () => {
    failures = 0;
    problems.delete('invalidation');
  };
  return runEvery(
    () => poll().then(succeed),
    POLL_MS,
    (error) => {
      failures += 1;
      if (failures === FAILURES) log.error({ event: 'invalidation_failed', error });
      if (failures >= FAILURES) problems.set('invalidation', 'unavailable');
    },
  );
}
