// Daily limits of SMS: networks block SIM cards that send many, and members turn off a phone that rings all day.
import { endOfDay } from '#lib/server/notifications/channels/timing.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { DeliveryTable } from '#lib/server/platform/db/schema.ts';
import { lockRows, transact } from '#lib/server/platform/db/transact.ts';

import { countSends, insertSend, isCounted } from './sms-queries.ts';

export const SMS_LIMITS = {
  /** per number, and per member */
  phone: 3,
  /** caused by one member */
  cause: 10,
  site: 200,
  /** reserved for news about today or tomorrow */
  reserved: { phone: 1, site: 60 },
};

/** The properties that decide whether an SMS is still sent. */
export interface Weight {
  /** whether the news are about today or tomorrow */
  isSoon: boolean;
  /** whether an agreement is called off, of which the other member must always be notified */
  isAgreed: boolean;
}

type Counts = Awaited<ReturnType<typeof countSends>>;

function isLeft(counts: Counts, { isSoon, isAgreed }: Weight): boolean {
  const { phone, cause, site } = SMS_LIMITS;
  const reserved = isSoon ? { phone: 0, site: 0 } : SMS_LIMITS.reserved;
  if (counts.site >= site - reserved.site) return false;
  return isAgreed || (counts.phone < phone - reserved.phone && counts.cause < cause);
}

const DAY_MS = 86_400_000;

/** An SMS to count. */
type Counted = Pick<DeliveryTable, 'id' | 'caused_by'> & {
  member_id: string;
  numberHash: string;
};

/**
 * Counts an SMS for the region's day, across all servers, which take turns. A repeated SMS counts once.
 * @returns whether it may be sent today
 */
export const countSms = (
  services: Services,
  { id, member_id, caused_by, numberHash }: Counted,
  weight: Weight,
): Promise<boolean> =>
  transact(services, { invalidates: [] }, async (tx) => {
    await lockRows(tx, 'sms_gateway', ['gateway']);
    if (await isCounted(tx, id)) return true;
    const sent_at = services.now();
    const send = { member_id, caused_by, number_hash: numberHash };
    const counts = await countSends(tx, send, endOfDay(sent_at) - DAY_MS);
    if (!isLeft(counts, weight)) return false;
    await insertSend(tx, { delivery_id: id, sent_at, ...send });
    return true;
  });
