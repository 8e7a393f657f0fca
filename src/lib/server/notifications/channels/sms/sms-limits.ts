// How many SMS go out on a day: networks end SIM cards that send many, and a phone that rings all day is turned off.
import { endOfDay } from '#lib/server/notifications/channels/timing.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { DeliveryTable } from '#lib/server/platform/db/schema.ts';
import { lockRows, transact } from '#lib/server/platform/db/transact.ts';

import { countSends, insertSend, isCounted } from './sms-queries.ts';

export const SMS_LIMITS = {
  /** to one number, or one member */
  phone: 3,
  /** that one member causes */
  cause: 10,
  site: 200,
  /** of these, for what is about today or tomorrow */
  reserved: { phone: 1, site: 60 },
};

/** What decides whether an SMS may still go out. */
export interface Weight {
  /** whether it is about today or tomorrow */
  isSoon: boolean;
  /** whether it calls off what was agreed: who was agreed with always hears of it */
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

/** An SMS that may go out. */
type Counted = Pick<DeliveryTable, 'id' | 'caused_by'> & {
  member_id: string;
  numberHash: string;
};

/**
 * Counts an SMS of the region's day, over all servers: those of a database take turns. One that is sent again counts once.
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
