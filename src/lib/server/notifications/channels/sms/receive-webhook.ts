import * as z from 'zod/mini';

import { toId } from '#lib/contract/ids.ts';
import { toInternationalNumber, toLocalNumber } from '#lib/contract/phone-numbers.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { findNumberOf, noteNumber } from '#lib/server/platform/sms/numbers.ts';

import { readReply, type Reply } from './reply-words.ts';
import { insertStop, noteFailed, noteHeard, releaseWaiting } from './sms-queries.ts';

const MAX_ID = 100;

/**
 * An event of a gateway: the format of the app (https://docs.sms-gate.app/features/webhooks/), which a service must
 * use, too.
 */
export const GatewayEvent = z.object({
  /** stays the same when the event is repeated */
  id: z.string().check(z.minLength(1), z.maxLength(MAX_ID)),
  /** `sms:received` or `sms:failed`; others, such as `system:ping`, only show that the gateway is alive */
  event: z.string(),
  payload: z.optional(
    z.object({
      phoneNumber: z.optional(z.string()),
      message: z.optional(z.string()),
      /** the id of the failed delivery */
      messageId: z.optional(z.string()),
    }),
  ),
});
export type GatewayEvent = z.infer<typeof GatewayEvent>;

/** Records the decision of a number's owner. */
async function noteReply(
  services: Services,
  tx: Executor,
  { reply, phone }: { reply: Reply; phone: string },
): Promise<void> {
  const now = services.now();
  if (reply === 'stop') return void (await noteNumber(services, tx, phone, { stopped_at: now }));
  const known = await findNumberOf(services, tx, phone);
  const isExpected = known && known.question_sent_at !== null && known.stopped_at === null;
  if (reply === 'yes' && !isExpected) return;
  await noteNumber(services, tx, phone, { proved_at: now, stopped_at: null });
  await releaseWaiting(tx, phone, now);
}

/**
 * Handles STOP, START and replies to the question for consent, counts SMS that the phone could not send, and records
 * that the gateway is alive. Other messages are ignored; a repeated event changes nothing.
 * @param signedAt milliseconds since 1970
 */
export async function receiveEvent(
  services: Services,
  { id, event, payload }: GatewayEvent,
  signedAt: number,
): Promise<void> {
  const reply = event === 'sms:received' ? readReply(payload?.message ?? '') : null;
  const phone = toLocalNumber(payload?.phoneNumber ?? '');
  await transact(services, { invalidates: [] }, async (tx) => {
    await noteHeard(tx, signedAt);
    const failed = event === 'sms:failed' && toId(payload?.messageId);
    if (failed && (await noteFailed(tx, failed, services.now())))
      services.log.warn({ event: 'sms_dropped', id: failed, reason: 'failed at the gateway' });
    if (reply === null || toInternationalNumber(phone) === null) return;
    if (await insertStop(tx, { event_key: id, received_at: services.now() }))
      await noteReply(services, tx, { reply, phone });
  });
}

export const LIMITS = defineLimits({
  smsWebhook: {
    what: 'what an SMS gateway says, of a network',
    points: 600,
    seconds: 3600,
  },
});
