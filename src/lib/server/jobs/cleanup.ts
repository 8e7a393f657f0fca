import { deleteExpiredApplications } from '#lib/server/applications/service.ts';
import { deleteOldActs } from '#lib/server/audit-log/service.ts';
import type { Services } from '#lib/server/context.ts';
import { deleteExpiredEmailChanges } from '#lib/server/email-changes/service.ts';
import { cleanExports } from '#lib/server/exports/clean-exports.ts';
import { deleteOrphanedFiles } from '#lib/server/images/service.ts';
import { deleteOldInvitations } from '#lib/server/invitations/service.ts';
import { clearOldDecisions, deleteExpiredQuarantine } from '#lib/server/moderation/quarantine.ts';
import { deleteReplacedNotifications } from '#lib/server/notifications/service.ts';
import { deleteExpiredChallenges } from '#lib/server/passkeys/challenges.ts';
import { deleteExpiredResets } from '#lib/server/password-reset/service.ts';
import { deleteEndedTokens } from '#lib/server/personal-tokens/service.ts';
import { deleteUnusedImages } from '#lib/server/resources/drafts.ts';
import { deleteExpiredSessions } from '#lib/server/sessions/service.ts';

import type { StopFn } from './run-every.ts';
import { runOnOneServer } from './run-on-one-server.ts';

const HOUR_MS = 3_600_000;

async function cleanUp(services: Services): Promise<void> {
  await deleteExpiredSessions(services);
  await deleteEndedTokens(services);
  await deleteExpiredResets(services);
  await deleteExpiredApplications(services);
  await deleteOldInvitations(services);
  await deleteExpiredChallenges(services);
  await deleteOldActs(services);
  await clearOldDecisions(services);
  await deleteExpiredEmailChanges(services);
  await deleteReplacedNotifications(services);
  await deleteUnusedImages(services);
  // Before its images, which are orphans then.
  await deleteExpiredQuarantine(services);
  await deleteOrphanedFiles(services);
  await cleanExports(services);
}

/**
 * Deletes what is expired or orphaned, every hour on one of the servers. All of it may be interrupted and repeated: what
 * is expired or orphaned remains so.
 * @returns a function that stops the cleanup
 */
export const startCleanup = (services: Services): StopFn =>
  runOnOneServer(services, { name: 'cleanup', intervalMs: HOUR_MS, run: cleanUp });
