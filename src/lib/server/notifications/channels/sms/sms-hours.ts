// Whether and when a member gets SMS.
import type { Reach } from '#lib/server/notifications/channels/channel.ts';
import { afterQuiet, endOfDay } from '#lib/server/notifications/channels/timing.ts';

const HOUR_MS = 3_600_000;
const HOURS_A_DAY = 24;
/** A link opened this recently shows that the member reads emails. */
const READS_EMAILS_MS = 30 * HOURS_A_DAY * HOUR_MS;
/** No SMS is sent between these hours, whatever a member's quiet hours are. */
const SMS_NIGHT = { from: 20, until: 6 };

/**
 * The default: SMS are sent while no device of the member shows notifications, and they do not read emails, or turned
 * those of the kind off.
 */
export const getsSmsByDefault = (
  own: { hasDevice: boolean; isEmailOff: boolean } & Pick<Reach, 'emailPressedAt'>,
  now: number,
): boolean =>
  !own.hasDevice &&
  (own.isEmailOff || own.emailPressedAt === null || own.emailPressedAt < now - READS_EMAILS_MS);

/** Whether a member gets SMS now. */
export const takesSms = (reach: Reach, now: number): boolean =>
  reach.hasSms &&
  (reach.choices.sms ??
    getsSmsByDefault(
      {
        hasDevice: reach.devices.length > 0,
        isEmailOff: reach.choices.email === false,
        emailPressedAt: reach.emailPressedAt,
      },
      now,
    ));

/** @returns the earliest time from `time` on for an SMS; null when quiet hours leave none */
export function smsTime(time: number, quiet: Reach['quiet']): number | null {
  let due = time;
  // The end of one period may lie in the other, so both are applied twice.
  for (let nth = 0; nth < 2; nth += 1) due = afterQuiet(afterQuiet(due, SMS_NIGHT), quiet);
  return afterQuiet(due, SMS_NIGHT) === due ? due : null;
}

/** @returns the end of today's hours for SMS, milliseconds since 1970 */
export const endOfSmsDay = (now: number): number =>
  endOfDay(now) - (HOURS_A_DAY - SMS_NIGHT.from) * HOUR_MS;
