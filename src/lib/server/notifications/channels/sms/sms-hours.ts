// Whether and when SMS go to a member.
import type { Reach } from '#lib/server/notifications/channels/channel.ts';
import { afterQuiet, endOfDay } from '#lib/server/notifications/channels/timing.ts';

const HOUR_MS = 3_600_000;
const HOURS_A_DAY = 24;
/** An email that was pressed so lately shows that emails are read. */
const READS_EMAILS_MS = 30 * HOURS_A_DAY * HOUR_MS;
/** Between these hours no SMS goes out, whatever a member's quiet hours are. */
const SMS_NIGHT = { from: 20, until: 6 };

/** Whether a member without a choice gets SMS: while neither a phone of theirs shows notifications nor emails are read. */
export const getsSmsByDefault = (
  { hasDevice, emailPressedAt }: { hasDevice: boolean } & Pick<Reach, 'emailPressedAt'>,
  now: number,
): boolean => !hasDevice && (emailPressedAt === null || emailPressedAt < now - READS_EMAILS_MS);

/** Whether SMS go to a member now. */
export const takesSms = (reach: Reach, now: number): boolean =>
  reach.hasSms &&
  (reach.choices.sms ?? getsSmsByDefault({ ...reach, hasDevice: reach.devices.length > 0 }, now));

/** @returns the first time from `time` on at which an SMS may go out; null where quiet hours leave none */
export function smsTime(time: number, quiet: Reach['quiet']): number | null {
  let due = time;
  // Where the one ends in the other, the other's end may be in the one once more.
  for (let nth = 0; nth < 2; nth += 1) due = afterQuiet(afterQuiet(due, SMS_NIGHT), quiet);
  return afterQuiet(due, SMS_NIGHT) === due ? due : null;
}

/** @returns until when an SMS of now may go out, milliseconds since 1970 */
export const endOfSmsDay = (now: number): number =>
  endOfDay(now) - (HOURS_A_DAY - SMS_NIGHT.from) * HOUR_MS;
