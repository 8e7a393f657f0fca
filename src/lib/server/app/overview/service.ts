import { setTimeout as delay } from 'node:timers/promises';

import type { ChannelState, Overview, SiteAlert, Week } from '#lib/contract/app/overview.ts';
import { siteCheckOf } from '#lib/contract/app/site-checks.ts';
import { addDays, DAYS_A_WEEK, mondayOf } from '#lib/contract/days.ts';
import { openPlace } from '#lib/server/app/backup/backup-place.ts';
import { listNightly } from '#lib/server/app/checks/check-backup.ts';
import { listAlerts } from '#lib/server/app/site-alerts/queries.ts';
import { findStopped } from '#lib/server/notifications/channels/email/stopped-addresses.ts';
import type { Config } from '#lib/server/platform/config/config.ts';
import { VERSION } from '#lib/server/platform/config/version.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import { countByChannel } from '#lib/server/platform/deliveries/count-by-channel.ts';
import { countToday } from '#lib/server/platform/deliveries/daily-emails.ts';
import { lowestIdAt } from '#lib/server/platform/new-id.ts';
import { requireStaffViewer } from '#lib/server/platform/require-viewer.ts';
import { startOfDay } from '#lib/server/platform/start-of-day.ts';
import { freeBytes } from '#lib/server/platform/storage/disk-space.ts';
import { regionDay } from '#lib/site.ts';

import { countJoined, countMembers, countPosts } from './queries.ts';
import { countWaiting } from './waiting.ts';

const WEEKS = 12;

async function countWeek({ db }: Services, monday: string): Promise<Week> {
  const start = startOfDay(monday);
  const end = startOfDay(addDays(monday, DAYS_A_WEEK));
  const [members, posts] = await Promise.all([
    countJoined(db, { start, end }),
    countPosts(db, lowestIdAt(start), lowestIdAt(end)),
  ]);
  return { monday, members, posts };
}

/** Counts new members and posts of each of the last 12 weeks, newest first. */
function countWeeks(services: Services): Promise<Week[]> {
  const monday = mondayOf(regionDay(services.now()));
  const mondays = Array.from({ length: WEEKS }, (_, ago) => addDays(monday, -ago * DAYS_A_WEEK));
  return Promise.all(mondays.map((each) => countWeek(services, each)));
}

const MEGABYTE = 2 ** 20;
// A bucket, a mail server or a network folder may be slow.
const TIMEOUT_MS = 3000;

async function findLastBackup({ backupUrl, dataDir }: Config, now: number): Promise<string | null> {
  if (!backupUrl) return null;
  const place = await openPlace(backupUrl, dataDir);
  const [newest] = await listNightly(place, now);
  return newest ? new Date(newest.time).toISOString() : null;
}

/** Finds the last backup: its date is null when it cannot be read in time. */
async function findBackup({ config, now }: Services): Promise<Overview['backup']> {
  const date = await Promise.race([
    findLastBackup(config, now()).catch(() => null),
    delay(TIMEOUT_MS, null, { ref: false }),
  ]);
  return { is_set: Boolean(config.backupUrl), date };
}

/** Connects to the mail server without sending. A server that does not respond in time counts as failing. */
async function checkMailServer({ config, mailer }: Services): Promise<Overview['mail_server']> {
  if (!config.mailUrl) return 'none';
  const isWorking = mailer.verify().then(
    () => 'works' as const,
    () => 'fails' as const,
  );
  return Promise.race([isWorking, delay(TIMEOUT_MS, 'fails' as const, { ref: false })]);
}

async function countEmails(services: Services): Promise<Overview['emails_today']> {
  const { emailsPerDay: limit } = services.config;
  const sent = await countToday(services);
  return limit === null || sent === null ? null : { sent, limit };
}

async function listChannels({ config, db, now }: Services): Promise<ChannelState[]> {
  const channels = await countByChannel(db, config, now());
  return channels.map((counts) => {
    const { oldest_due } = counts;
    const since = oldest_due === null ? null : new Date(oldest_due).toISOString();
    return Object.assign(counts, { oldest_due: since });
  });
}

type Server = Pick<Overview, 'backup' | 'clock' | 'disk' | 'version'>;

async function readServer(services: Services): Promise<Server> {
  const [backup, free, isClockRight] = await Promise.all([
    findBackup(services),
    freeBytes(services.config.dataDir),
    // After a clock jump, this job waits longest.
    services.clock.allows('due_erasures'),
  ]);
  return {
    backup,
    clock: { has_jumped: !isClockRight },
    disk: { free_megabytes: Math.floor(free / MEGABYTE) },
    version: VERSION,
  };
}

async function listSiteAlerts({ db }: Services): Promise<SiteAlert[]> {
  return (await listAlerts(db)).map(({ key: check, since }) => ({
    check,
    problem: siteCheckOf(check).problem(),
    remedy: siteCheckOf(check).remedy(),
    since: new Date(since).toISOString(),
  }));
}

/** Gets the overview for staff: waiting work, growth of the community, and the state of the site. */
export async function getOverview(ctx: Ctx): Promise<Overview> {
  requireStaffViewer(ctx);
  const [
    waiting,
    alerts,
    weeks,
    members,
    channels,
    mail_server,
    emails_today,
    stopped_addresses,
    server,
  ] = await Promise.all([
    countWaiting(ctx),
    listSiteAlerts(ctx),
    countWeeks(ctx),
    countMembers(ctx.db),
    listChannels(ctx),
    checkMailServer(ctx),
    countEmails(ctx),
    findStopped(ctx.db),
    readServer(ctx),
  ]);
  return {
    waiting,
    alerts,
    weeks,
    members,
    channels,
    mail_server,
    emails_today,
    stopped_addresses,
    ...server,
  };
}
