import * as z from 'zod/mini';

import { toId } from '#lib/contract/ids.ts';
import { listOffered } from '#lib/contract/notifications/notification-kinds.ts';
import { toLocalNumber } from '#lib/contract/phone-numbers.ts';
import { turnOff } from '#lib/server/notifications/channels/reach-queries.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { transact } from '#lib/server/platform/db/transact.ts';

import { readReply } from './reply-words.ts';
import { insertStop, listMembersByPhone, noteFailed, noteHeard } from './sms-queries.ts';

const MAX_ID = 100;

/** What a gateway says: the app's form (https://docs.sms-gate.app/features/webhooks/), which a service has, too. */
export const GatewayEvent = z.object({
  /** the same when it is sent again */
  id: z.string().check(z.minLength(1), z.maxLength(MAX_ID)),
  /** `sms:received` or `sms:failed`; any other is only a sign of life, as `system:ping` is */
  event: z.string(),
  payload: z.optional(
    z.object({
      phoneNumber: z.optional(z.string()),
      message: z.optional(z.string()),
      /** of what failed: that of its delivery */
      messageId: z.optional(z.string()),
    }),
  ),
});
export type GatewayEvent = z.infer<typeof GatewayEvent>;

/**
 * Ends the SMS to whoever has sent STOP, counts what the phone took and could not send, and notes that the gateway lives. Other
 * words do nothing; the same event a second time changes nothing.
 * @param signedAt milliseconds since 1970
 */
export async function receiveEvent(
  services: Services,
  { id, event, payload }: GatewayEvent,
  signedAt: number,
): Promise<void> {
  const isStop = event === 'sms:received' && readReply(payload?.message ?? '') === 'stop';
  await transact(services, { invalidates: [] }, async (tx) => {
    await noteHeard(tx, signedAt);
    const failed = event === 'sms:failed' && toId(payload?.messageId);
    if (failed && (await noteFailed(tx, failed, services.now())))
      services.log.warn({ event: 'sms_dropped', id: failed, reason: 'failed at the gateway' });
    if (!isStop || !(await insertStop(tx, { event_key: id, received_at: services.now() }))) return;
    const members = await listMembersByPhone(tx, toLocalNumber(payload?.phoneNumber ?? ''));
    for (const { id: memberId } of members)
      for (const kind of listOffered('sms')) await turnOff(tx, { memberId, kind, channel: 'sms' });
  });
}
