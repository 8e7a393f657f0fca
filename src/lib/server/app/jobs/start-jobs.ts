import { startNightlyBackup } from '#lib/server/app/backup/nightly-backup.ts';
import { sendInvitations } from '#lib/server/app/imports/send-invitations.ts';
import { deleteOldImports } from '#lib/server/app/imports/service.ts';
import { checkSite } from '#lib/server/app/site-alerts/notify-staff.ts';
import { notifyOfNewListings } from '#lib/server/exchange/alerts/notify-of-new-listings.ts';
import { endByClock } from '#lib/server/exchange/appointments/end.ts';
import {
  askForOutcomes,
  chaseRequests,
  remindInTheEvening,
} from '#lib/server/exchange/appointments/reminders/reminders.ts';
import { makeDueRounds } from '#lib/server/exchange/appointments/standing/make-rounds.ts';
import { expireListings } from '#lib/server/exchange/listings/expire-listings.ts';
import { remindOwners } from '#lib/server/exchange/listings/remind-owners.ts';
import { deletePastHarvests } from '#lib/server/exchange/season/harvests.ts';
import { notifyOfWeeks } from '#lib/server/exchange/season/notify-of-weeks.ts';
import { deleteGoneSaved, remindSavers } from '#lib/server/forum/saved-posts/service.ts';
import { deleteOldGuides, deleteUnusedImages } from '#lib/server/library/resources/drafts.ts';
import { clearOldDecisions, deleteExpiredQuarantine } from '#lib/server/moderation/quarantine.ts';
import { queueDigests } from '#lib/server/notifications/channels/digest/queue-digests.ts';
import { deleteOldSms } from '#lib/server/notifications/channels/sms/sms-queries.ts';
import { sendBroadcasts } from '#lib/server/notifications/deliver.ts';
import {
  deleteExpiredNotifications,
  deleteReplacedNotifications,
} from '#lib/server/notifications/inbox/retention.ts';
import { deleteExpiredApplications } from '#lib/server/people/applications/service.ts';
import { deleteOldActs } from '#lib/server/people/audit-log/service.ts';
import { deleteExpiredEmailChanges } from '#lib/server/people/email-changes/service.ts';
import { deleteOldInvitations } from '#lib/server/people/invitations/service.ts';
import { deleteExpiredChallenges } from '#lib/server/people/passkeys/webauthn.ts';
import { deleteExpiredDeskCodes } from '#lib/server/people/passwords/desk-codes/service.ts';
import { deleteExpiredResets } from '#lib/server/people/passwords/password-reset/service.ts';
import { deleteEndedTokens } from '#lib/server/people/personal-tokens/service.ts';
import { deleteExpiredSessions } from '#lib/server/people/sessions/service.ts';
import {
  type CacheInvalidation,
  startInvalidationPoller,
} from '#lib/server/platform/cache/cache-invalidation.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { startDeliveries } from '#lib/server/platform/deliveries/delivery-worker.ts';
import {
  deleteCounts,
  deleteFailed,
  drawBackDeliveries,
} from '#lib/server/platform/deliveries/queries.ts';
import { sendHeartbeat } from '#lib/server/platform/health/heartbeat.ts';
import type { ServerState } from '#lib/server/platform/health/service.ts';
import { startWriteProbe } from '#lib/server/platform/health/write-probe.ts';
import { deleteOrphanedFiles } from '#lib/server/platform/images/service.ts';
import {
  runEvery,
  runOnOneServer,
  type SharedJob,
  type StopFn,
} from '#lib/server/platform/jobs/run-job.ts';
import {
  startBucketCheck,
  startDatabaseCheck,
  startDiskCheck,
} from '#lib/server/platform/jobs/storage-checks.ts';
import { forgetNumbers } from '#lib/server/platform/sms/numbers.ts';
import { eraseDueMembers, removeLeftovers } from '#lib/server/privacy/erasures/erase-member.ts';
import { makeDueExports } from '#lib/server/privacy/exports/make-exports.ts';
import { drawBackExports } from '#lib/server/privacy/exports/queries.ts';
import { cleanExports } from '#lib/server/privacy/exports/service.ts';
import { regionDay } from '#lib/site.ts';

// Longer than any lease or retry delay.
const AHEAD_MS = 2 * 3_600_000;

/** Corrects times in the queues that a clock set too far in the future. */
async function drawBackTimes(services: Services): Promise<void> {
  const now = services.now();
  await transact(services, { invalidates: [] }, async (tx) => {
    await drawBackDeliveries(tx, now);
    await drawBackExports(tx, now + AHEAD_MS, now);
  });
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** Jobs that run on one of the servers of a database. */
export const SHARED_JOBS: SharedJob[] = [
  {
    // Expired and orphaned rows stay so: this may be interrupted and repeated.
    name: 'cleanup',
    intervalMs: HOUR_MS,
    tasks: [
      { work: 'expired_sessions', run: deleteExpiredSessions },
      { work: 'ended_tokens', run: deleteEndedTokens },
      { work: 'expired_password_resets', run: deleteExpiredResets },
      { work: 'expired_applications', run: deleteExpiredApplications },
      { work: 'ended_invitations', run: deleteOldInvitations },
      { work: 'old_imports', run: deleteOldImports },
      { work: 'expired_challenges', run: deleteExpiredChallenges },
      { work: 'expired_counters', run: ({ limits, now }) => limits.deleteExpired(now()) },
      {
        work: 'expired_counters',
        run: ({ db, now }) => deleteCounts(db, regionDay(now())),
      },
      { work: 'past_harvests', run: deletePastHarvests },
      { work: 'old_acts', run: deleteOldActs },
      { work: 'old_decisions', run: clearOldDecisions },
      { work: 'expired_desk_codes', run: deleteExpiredDeskCodes },
      { work: 'expired_email_changes', run: deleteExpiredEmailChanges },
      { work: 'replaced_notifications', run: deleteReplacedNotifications },
      { work: 'failed_deliveries', run: ({ db, now }) => deleteFailed(db, now() - WEEK_MS) },
      { work: 'old_sms', run: ({ db, now }) => deleteOldSms(db, now() - WEEK_MS) },
      { work: 'unused_numbers', run: forgetNumbers },
      { work: 'expired_notifications', run: deleteExpiredNotifications },
      // Before unused images: those of deleted guides become orphans.
      { work: 'deleted_guides', run: deleteOldGuides },
      { work: 'unused_images', run: deleteUnusedImages },
      { work: 'expired_quarantine', run: deleteExpiredQuarantine },
      { work: 'orphaned_files', run: deleteOrphanedFiles },
      { work: 'expired_exports', run: cleanExports },
    ],
  },
  {
    // This reads all saved posts.
    name: 'saved_posts',
    intervalMs: DAY_MS,
    tasks: [{ work: 'gone_saved_posts', run: deleteGoneSaved }],
  },
  {
    // A new day begins at midnight in the region.
    name: 'listing_check',
    intervalMs: 10 * MINUTE_MS,
    tasks: [
      { work: 'listing_days', run: expireListings },
      { work: 'listing_days', run: remindOwners },
      { work: 'listing_rounds', run: makeDueRounds },
      { work: 'listing_days', run: remindSavers },
      { work: 'listing_alerts', run: notifyOfWeeks },
      { work: 'pickup_days', run: remindInTheEvening },
      { work: 'pickup_days', run: chaseRequests },
      { work: 'pickup_days', run: askForOutcomes },
      { work: 'pickup_days', run: (services) => endByClock(services, 'unanswered') },
      { work: 'pickup_days', run: (services) => endByClock(services, 'silence') },
      { work: 'pickup_days', run: (services) => endByClock(services, 'over') },
    ],
  },
  {
    name: 'alert_check',
    intervalMs: MINUTE_MS,
    tasks: [{ work: 'listing_alerts', run: notifyOfNewListings }],
  },
  {
    name: 'digests',
    intervalMs: MINUTE_MS,
    tasks: [{ work: 'digests', run: queueDigests }],
  },
  {
    name: 'import_invitations',
    intervalMs: 6 * SECOND_MS,
    tasks: [{ work: 'untimed', run: sendInvitations }],
  },
  {
    name: 'exports',
    intervalMs: 6 * SECOND_MS,
    tasks: [{ work: 'untimed', run: makeDueExports }],
  },
  {
    name: 'erasures',
    intervalMs: MINUTE_MS,
    tasks: [
      { work: 'due_erasures', run: eraseDueMembers },
      // Also deletes leftovers of members whom an operator erased.
      { work: 'untimed', run: removeLeftovers },
    ],
  },
  {
    // Corrects times that a clock set too far in the future.
    name: 'draw_back',
    intervalMs: MINUTE_MS,
    tasks: [{ work: 'times_ahead', run: drawBackTimes }],
  },
  {
    name: 'broadcasts',
    intervalMs: 6 * SECOND_MS,
    tasks: [{ work: 'untimed', run: sendBroadcasts }],
  },
  {
    // It also runs with a wrong clock, since it notifies staff of that.
    name: 'site_check',
    intervalMs: 10 * MINUTE_MS,
    tasks: [{ work: 'untimed', run: checkSite }],
  },
  {
    name: 'heartbeat',
    intervalMs: 5 * MINUTE_MS,
    tasks: [{ work: 'untimed', run: sendHeartbeat }],
  },
];

const CLOCK_CHECK_MS = 60_000;

interface JobContext {
  services: Services;
  state: ServerState;
  invalidation: CacheInvalidation;
}

/** Checks the clock every minute, so that each server reports when it is not trusted. */
const startClockCheck = ({ clock, metrics, log }: Services): StopFn =>
  runEvery(
    metrics.watchJob('clock_check', () => clock.check()),
    CLOCK_CHECK_MS,
    (error) => log.error({ event: 'clock_check_failed', error }),
  );

/** Starts the work that changes data or sends something. A rehearsal does not start it. */
const startWork = (services: Services, state: ServerState): StopFn[] => [
  ...SHARED_JOBS.map((job) => runOnOneServer(services, job)),
  startBucketCheck(services, state),
  startNightlyBackup(services),
  startDeliveries(services),
];

/**
 * Starts all background work of a server.
 * @returns a function that stops it, and waits for work in progress
 */
export function startJobs({ services, state, invalidation }: JobContext): StopFn {
  const stops = [
    startClockCheck(services),
    startWriteProbe(services, state),
    startDiskCheck(services, state),
    startDatabaseCheck(services, state),
    startInvalidationPoller(services, state, invalidation),
    ...(services.config.rehearsal ? [] : startWork(services, state)),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
