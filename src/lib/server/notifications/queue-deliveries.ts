import {
  CHANNELS,
  isOffered,
  QUIET_HOURS,
} from '#lib/contract/notifications/notification-kinds.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { Executor, MemberNotificationTable } from '#lib/server/platform/db/schema.ts';
import { queueDeliveries } from '#lib/server/platform/deliveries/queries.ts';
import { newId } from '#lib/server/platform/new-id.ts';

import { type Details, isMessage } from './messages.ts';
import { type Heard, planDeliveries, type Reach } from './plan-deliveries.ts';
import { listChoices, listDevices, listSettings, takesEmail } from './reach-queries.ts';

type Notified = Pick<MemberNotificationTable, 'id' | 'kind' | 'message' | 'details' | 'dedupe_key'>;

const toHeard = ({ kind, message, details, dedupe_key }: Notified): Heard => ({
  kind,
  message: message !== null && isMessage(message) ? message : null,
  dedupeKey: dedupe_key,
  day: (JSON.parse(details ?? '{}') as Details).day ?? null,
});

/** @returns how each of these members is reached about a kind */
async function findReach(
  tx: Executor,
  memberIds: string[],
  kind: Notified['kind'],
): Promise<(memberId: string) => Reach> {
  const settings = new Map(
    (await listSettings(tx, memberIds)).map((row) => [row.member_id, row] as const),
  );
  const devices = Map.groupBy(await listDevices(tx, memberIds), (row) => row.member_id);
  const choices = Map.groupBy(await listChoices(tx, memberIds, kind), (row) => row.member_id);
  return (memberId) => {
    const own = settings.get(memberId);
    const chosen = choices.get(memberId) ?? [];
    return {
      choices: Object.fromEntries(chosen.map(({ channel, is_on }) => [channel, is_on === 1])),
      quiet: {
        from: own?.quiet_from ?? QUIET_HOURS.from,
        until: own?.quiet_until ?? QUIET_HOURS.until,
      },
      takesEmail: takesEmail(own),
      devices: (devices.get(memberId) ?? []).map(({ id }) => id),
      alertsSentAt: own?.alerts_sent_at ?? null,
    };
  };
}

/**
 * Queues what goes out beside the bell, in the transaction of the notification.
 * @param memberIds who got it
 */
export async function queueDeliveriesOf(
  { now }: Pick<Services, 'now'>,
  tx: Executor,
  notified: Notified,
  memberIds: string[],
): Promise<void> {
  if (memberIds.length === 0 || !CHANNELS.some((channel) => isOffered(notified.kind, channel)))
    return;
  const reachOf = await findReach(tx, memberIds, notified.kind);
  const heard = toHeard(notified);
  const rows = memberIds.flatMap((member_id) =>
    planDeliveries(heard, reachOf(member_id), now()).map((planned) =>
      Object.assign(planned, {
        id: newId(),
        member_id,
        kind: notified.kind,
        notification_id: notified.id,
        encrypted_payload: null,
        created_at: now(),
        attempts: 0,
        failed_at: null,
        failure: null,
      }),
    ),
  );
  if (rows.length > 0) await queueDeliveries(tx, rows);
}
