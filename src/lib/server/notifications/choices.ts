// What a member chose for each kind and channel, and what applies without a choice.
import {
  type Channel,
  isOffered,
  isOnByDefault,
  type NotificationKind,
} from '#lib/contract/notifications/notification-kinds.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

import { listDevices, listOwnChoices, listSettings } from './channels/reach-queries.ts';
import { getsSmsByDefault } from './channels/sms/sms-hours.ts';

/** A member's choices, and the defaults. */
export interface Choices {
  /** null without a choice of the member */
  chosen: (kind: NotificationKind, channel: Channel) => boolean | null;
  byDefault: (kind: NotificationKind, channel: Channel) => boolean;
}

/** Reads a member's choices. @param now milliseconds since 1970 */
export async function readChoices(db: Executor, memberId: string, now: number): Promise<Choices> {
  const rows = await listOwnChoices(db, memberId);
  const [own] = await listSettings(db, [memberId]);
  const devices = await listDevices(db, [memberId]);
  const byKey = new Map(
    rows.map(({ kind, channel, is_on }) => [`${kind} ${channel}`, is_on === 1]),
  );
  const chosen: Choices['chosen'] = (kind, channel) => byKey.get(`${kind} ${channel}`) ?? null;
  const getsSms = (kind: NotificationKind) =>
    getsSmsByDefault(
      {
        hasDevice: devices.length > 0,
        emailPressedAt: own?.email_pressed_at ?? null,
        isEmailOff: chosen(kind, 'email') === false,
      },
      now,
    );
  return {
    chosen,
    byDefault: (kind, channel) =>
      channel === 'sms' ? getsSms(kind) : isOnByDefault(kind, channel),
  };
}

/** Whether a kind is sent by a channel; null where it is not offered. */
export const isOn = (
  { chosen, byDefault }: Choices,
  kind: NotificationKind,
  channel: Channel,
): boolean | null =>
  isOffered(kind, channel) ? (chosen(kind, channel) ?? byDefault(kind, channel)) : null;
