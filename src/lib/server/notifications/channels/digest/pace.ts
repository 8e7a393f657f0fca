// How often a member gets the digest: less often while they open none. Pure: reads neither the clock nor the
// database.
import type { DigestChoice } from '#lib/contract/notifications/notification-kinds.ts';

/** The history of a member's digests. */
interface DigestHistory {
  /** null for the default */
  digest: DigestChoice | null;
  /** when the member got the first digest, or last changed the setting; milliseconds since 1970 */
  digest_since: number | null;
  /** when the member last opened a link in an email */
  email_pressed_at: number | null;
}

const DAY_MS = 86_400_000;
/** Older notifications are not news. */
export const NEWS_MS = 8 * DAY_MS;
/** After these times without an opened link, the digest comes weekly, and then not at all. */
const WEEKLY_AFTER_MS = 14 * DAY_MS;
const NEVER_AFTER_MS = 120 * DAY_MS;
const STEP_MS: Record<DigestChoice, number> = { daily: DAY_MS, weekly: 7 * DAY_MS, never: DAY_MS };

/** @returns how often the member gets the digest at a time; milliseconds since 1970 */
function paceAt({ digest, digest_since, email_pressed_at }: DigestHistory, time: number) {
  const choice = digest ?? 'daily';
  const idle = time - Math.max(digest_since ?? time, email_pressed_at ?? 0);
  if (choice === 'never' || idle >= NEVER_AFTER_MS) return 'never';
  return idle >= WEEKLY_AFTER_MS ? 'weekly' : choice;
}

/**
 * @param now milliseconds since 1970
 * @returns how often the member gets the digest now, and after the next one
 */
export function digestPace(
  history: DigestHistory,
  now: number,
): { now: DigestChoice; next: DigestChoice } {
  const pace = paceAt(history, now);
  return { now: pace, next: paceAt(history, now + STEP_MS[pace]) };
}

const FRIDAY = 5;

/** Whether the digest is sent on a day at this pace. @param day YYYY-MM-DD */
export const isDigestDay = (pace: DigestChoice, day: string): boolean =>
  pace === 'daily' || (pace === 'weekly' && new Date(day).getUTCDay() === FRIDAY);
