import { setTimeout as delay } from 'node:timers/promises';

import type { Overview, WaitingItem } from '#lib/contract/overview.ts';
import { untilNow } from '#lib/server/app/backup/backup-place.ts';
import { openPlace } from '#lib/server/app/backup/open-place.ts';
import { countOverdueEmails } from '#lib/server/app/doctor/queries.ts';
import type { Config } from '#lib/server/platform/config.ts';
import { type Ctx, requireStaffViewer, type Services } from '#lib/server/platform/context.ts';
import { freeBytes } from '#lib/server/platform/storage/disk-space.ts';

import { countMembers } from './queries.ts';
import { WAITING } from './waiting.ts';
import { countWeeks } from './weeks.ts';

const VERSION = import.meta.env?.VERSION ?? 'development';
const MEGABYTE = 2 ** 20;
// One that was tried a moment ago may still be sent.
const OVERDUE_MS = 600_000;
// A bucket may be slow, and a folder of the network away.
const BACKUPS_TIMEOUT_MS = 3000;

const countWaiting = ({ db, now }: Services): Promise<WaitingItem[]> =>
  Promise.all(
    WAITING.map(async ({ name, label, path, count }) => {
      const waiting = await count(db, now());
      return { name, label, path, count: waiting };
    }),
  );

async function findLastBackup({ backupUrl, dataDir }: Config, now: number): Promise<string | null> {
  if (!backupUrl) return null;
  const place = await openPlace(backupUrl, dataDir);
  const newest = untilNow(await place.list(), now).find(({ isUpgrade }) => !isUpgrade);
  return newest ? new Date(newest.time).toISOString() : null;
}

/** @returns when the last backup was made, or null when that cannot be seen */
const tryFindLastBackup = ({ config, now }: Services): Promise<string | null> =>
  Promise.race([
    findLastBackup(config, now()).catch(() => null),
    delay(BACKUPS_TIMEOUT_MS, null, { ref: false }),
  ]);

/** Gets what staff see first: what waits, how the community grows, and how the site is. */
export async function getOverview(ctx: Ctx): Promise<Overview> {
  requireStaffViewer(ctx);
  const { config, db } = ctx;
  const [waiting, weeks, { enabled, disabled }, unsent_emails, date, free, isClockRight] =
    await Promise.all([
      countWaiting(ctx),
      countWeeks(ctx),
      countMembers(db),
      countOverdueEmails(db, ctx.now() - OVERDUE_MS),
      tryFindLastBackup(ctx),
      freeBytes(config.dataDir),
      // Nothing else waits for longer.
      ctx.clock.allows('due_erasures'),
    ]);
  return {
    waiting,
    weeks,
    members: { enabled, disabled },
    unsent_emails,
    backup: { is_set: Boolean(config.backupUrl), date },
    clock: { has_jumped: !isClockRight },
    disk: { free_megabytes: Math.floor(free / MEGABYTE) },
    version: VERSION,
  };
}
