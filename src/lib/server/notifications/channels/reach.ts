import {
  CHANNELS,
  isOnByDefault,
  type NotificationKind,
  QUIET_HOURS,
} from '#lib/contract/notifications/notification-kinds.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

import type { Reach } from './channel.ts';
import { type Choices, listReach, takesEmail } from './reach-queries.ts';

/**
 * @param choices the members with their choices for the kind
 * @returns the members who may want this kind besides the bell, with how they can be reached
 */
export async function findReach(
  { sms }: Pick<Services, 'sms'>,
  tx: Executor,
  choices: Choices,
  kind: NotificationKind,
): Promise<Map<string, Reach>> {
  // Most kinds are off by default, so most members need no lookup.
  const wanting = [...choices.keys()].filter((memberId) =>
    CHANNELS.some((channel) => choices.get(memberId)?.[channel] ?? isOnByDefault(kind, channel)),
  );
  if (wanting.length === 0) return new Map();
  const rows = Map.groupBy(await listReach(tx, wanting), (row) => row.member_id);
  const reachOf = (memberId: string): Reach => {
    const devices = rows.get(memberId) ?? [];
    const [own] = devices;
    return {
      choices: choices.get(memberId) ?? {},
      quiet: {
        from: own?.quiet_from ?? QUIET_HOURS.from,
        until: own?.quiet_until ?? QUIET_HOURS.until,
      },
      hasSms: sms !== null,
      emailPressedAt: own?.email_pressed_at ?? null,
      takesEmail: takesEmail(own),
      devices: devices.flatMap(({ device_id }) => device_id ?? []),
      alertsSentAt: own?.alerts_sent_at ?? null,
    };
  };
  return new Map(wanting.map((memberId) => [memberId, reachOf(memberId)]));
}
