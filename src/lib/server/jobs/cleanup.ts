import type { Services } from '#lib/server/context.ts';
import { deleteOrphanedFiles } from '#lib/server/images/service.ts';
import { deleteReplacedNotifications } from '#lib/server/notifications/service.ts';
import { deleteExpiredResets } from '#lib/server/password-reset/service.ts';
import { deleteExpiredSessions } from '#lib/server/sessions/service.ts';

import { runEvery, type StopFn } from './run-every.ts';

const HOUR_MS = 3_600_000;

async function cleanUp(services: Services): Promise<void> {
  await deleteExpiredSessions(services);
  await deleteExpiredResets(services);
  await deleteReplacedNotifications(services);
  await deleteOrphanedFiles(services);
}

/**
 * Deletes what is expired or orphaned, at the start and every hour.
 * @returns a function that stops the cleanup
 */
export const startCleanup = (services: Services): StopFn =>
  runEvery(
    () => cleanUp(services),
    HOUR_MS,
    (error) => services.log.error({ event: 'cleanup_failed', error }),
  );
