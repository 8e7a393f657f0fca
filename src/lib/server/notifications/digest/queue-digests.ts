// At 17:00 of the region, every member who has missed something gets one email. Any number of servers may queue them at the same
// time, and be killed (docs/decisions/0075-digest.md).
import { type DigestChoice, QUIET_HOURS } from '#lib/contract/notifications/notification-kinds.ts';
import { afterQuiet } from '#lib/server/notifications/channels/plan-deliveries.ts';
import { takesEmail } from '#lib/server/notifications/channels/reach-queries.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { DeliveryTable, Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { PRIORITY, queueDeliveries } from '#lib/server/platform/deliveries/queries.ts';
import { betweenBatches } from '#lib/server/platform/jobs/run-job.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { regionClock, regionDay } from '#lib/site.ts';

import { LISTED } from './listed.ts';
import * as queries from './queries.ts';

// How often a member gets the digest: less often while they open none. Pure: it reads no clock and no database.

/** What is known of a member's digests. */
interface DigestHistory {
  /** null: the default */
  digest: DigestChoice | null;
  /** of their first digest, or of their last choice; milliseconds since 1970 */
  digest_since: number | null;
  /** when they last opened a link of an email */
  email_pressed_at: number | null;
}

const DAY_MS = 86_400_000;
/** After so long without an opened link it comes weekly, or not at all. */
const WEEKLY_AFTER_MS = 14 * DAY_MS;
const NEVER_AFTER_MS = 120 * DAY_MS;
const STEP_MS: Record<DigestChoice, number> = { daily: DAY_MS, weekly: 7 * DAY_MS, never: DAY_MS };

/** @returns how often they get it at a time; milliseconds since 1970 */
function paceAt({ digest, digest_since, email_pressed_at }: DigestHistory, time: number) {
  const choice = digest ?? 'daily';
  const idle = time - Math.max(digest_since ?? time, email_pressed_at ?? 0);
  if (choice === 'never' || idle >= NEVER_AFTER_MS) return 'never';
  return idle >= WEEKLY_AFTER_MS ? 'weekly' : choice;
}

/**
 * @param now milliseconds since 1970
 * @returns how often they get it now, and from the next one on
 */
export function digestPace(
  history: DigestHistory,
  now: number,
): { now: DigestChoice; next: DigestChoice } {
  const pace = paceAt(history, now);
  return { now: pace, next: paceAt(history, now + STEP_MS[pace]) };
}

const FRIDAY = 5;

/** Whether a digest of this pace goes out on a day. @param day YYYY-MM-DD */
export const isDigestDay = (pace: DigestChoice, day: string): boolean =>
  pace === 'daily' || (pace === 'weekly' && new Date(day).getUTCDay() === FRIDAY);

const HOUR = 17;
// On SQLite, other writes wait for one batch.
const BATCH = 50;
const HOUR_MS = 3_600_000;
/** What is older is no news. */
export const NEWS_MS = 8 * 24 * HOUR_MS;
const EXPIRES_MS = 12 * HOUR_MS;

type Reader = Awaited<ReturnType<typeof queries.listNextReaders>>[number];

function toDelivery(reader: Reader, now: number): DeliveryTable {
  const { quiet_from, quiet_until } = reader;
  const quiet = {
    from: quiet_from ?? QUIET_HOURS.from,
    until: quiet_until ?? QUIET_HOURS.until,
  };
  const run_at = afterQuiet(now, quiet);
  return {
    id: newId(),
    channel: 'email',
    priority: PRIORITY.digest,
    tried: 0,
    member_id: reader.id,
    kind: 'digest',
    notification_id: null,
    device_id: null,
    encrypted_payload: null,
    dedupe_key: 'digest',
    caused_by: null,
    created_at: now,
    run_at,
    expires_at: run_at + EXPIRES_MS,
    attempts: 0,
    failed_at: null,
    failure: null,
  };
}

/** Queues the digests of the next members, and notes where it stands. @returns whether these were the last */
async function queueBatch({ now }: Services, tx: Executor, day: string): Promise<boolean> {
  const { after_id: from, is_complete } = await queries.findDigests(tx, day);
  if (is_complete) return true;
  const readers = await queries.listNextReaders(tx, from, BATCH);
  const isLast = readers.length < BATCH;
  const to = { after_id: readers.at(-1)?.id ?? from, is_complete: isLast ? 1 : 0 };
  // Another server has gone on: these are queued.
  if (!(await queries.moveDigests(tx, { day, from }, to))) return false;
  const due = readers.filter(
    (reader) => takesEmail(reader) && isDigestDay(digestPace(reader, now()).now, day),
  );
  const ids = due.map(({ id }) => id);
  const withNews = await queries.listWithNews(tx, ids, now() - NEWS_MS, LISTED);
  const rows = due.filter(({ id }) => withNews.has(id)).map((reader) => toDelivery(reader, now()));
  if (rows.length > 0) await queueDeliveries(tx, rows);
  return isLast;
}

/** Queues the digests of today, once it is time. */
export async function queueDigests(services: Services): Promise<void> {
  const now = services.now();
  if (regionClock(now)[0] < HOUR) return;
  const day = regionDay(now);
  await queries.startDigests(services.db, day);
  while (!(await transact(services, { invalidates: [] }, (tx) => queueBatch(services, tx, day))))
    await betweenBatches();
  await queries.deleteDigestsBefore(services.db, day);
}
