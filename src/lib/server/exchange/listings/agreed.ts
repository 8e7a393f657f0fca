// Agreements that limit how an owner can change a listing.
import { smallestRoundFor } from '#lib/contract/exchange/rounds.ts';
import { formatWeekday } from '#lib/messages/format-weekday.ts';
import { notifyOf } from '#lib/server/exchange/appointments/notify.ts';
import { sumAgreed } from '#lib/server/exchange/appointments/queries.ts';
import {
  findLastOf,
  listStandingOf,
  sumAhead,
} from '#lib/server/exchange/appointments/standing/standing-queries.ts';
import type { ListingDays } from '#lib/server/exchange/stock/queries.ts';
import { mostAgreed } from '#lib/server/exchange/stock/round-queries.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { Executor, ListingTable } from '#lib/server/platform/db/schema.ts';
import { type AppError, fieldError } from '#lib/server/platform/errors.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';
import { regionDay } from '#lib/site.ts';

import { type Agreed, listAgreed } from './queries.ts';

/** @returns the agreed amount of a listing, or the highest of an upcoming round; null without agreements */
export async function findAgreed(
  { now }: Services,
  tx: Executor,
  { post_id, repeat_weeks }: ListingTable,
): Promise<{ amount: number } | null> {
  const agreed = await sumAgreed(tx, post_id);
  if (repeat_weeks === null) return agreed;
  const ahead = await sumAhead(tx, post_id);
  if (!agreed && ahead === 0) return null;
  const most = await mostAgreed(tx, post_id, regionDay(now()));
  return { amount: Math.max(most, smallestRoundFor(ahead)) };
}

/** Whether rounds stay on the same days. */
const repeatsAlike = (row: ListingTable, next: ListingTable): boolean =>
  row.repeat_weeks === next.repeat_weeks && row.repeat_from === next.repeat_from;

/** Whether the listing is available on the day of an agreement. Half days can be booked beyond its last day. */
const hasDay = ({ ready_on, until }: ListingDays, { day, subject }: Agreed): boolean =>
  (ready_on ?? day) <= day && (subject === 'half_day' || day <= until);

/** A listing before and after its owner's change, with the agreed amount. */
interface Restated {
  row: ListingTable;
  next: ListingTable;
  /** null without agreements */
  agreed: { amount: number } | null;
}

/** @returns the field of the change that contradicts agreements, and the error; null without a contradiction */
function findChanged({ row, next, agreed }: Restated) {
  if (!agreed) return null;
  if (!repeatsAlike(row, next)) return ['repeat', 'agreed_already'] as const;
  if (next.material !== row.material) return ['material', 'agreed_already'] as const;
  if (next.unit !== row.unit) return ['unit', 'agreed_already'] as const;
  if ((next.amount === null) !== (row.amount === null))
    return ['amount', 'agreed_already'] as const;
  const isLess = next.amount !== null && next.amount < agreed.amount;
  return isLess ? (['amount', 'less_than_agreed'] as const) : null;
}

/** @returns the error that a form shows beside the agreements */
const inTheWay = (
  [field, code]: readonly [string, Parameters<typeof fieldError>[1]],
  all: Agreed[],
): AppError =>
  fieldError(
    field,
    code,
    { value: all.map(({ day }) => formatWeekday(day)).join(', ') },
    { in_the_way: all },
  );

/**
 * Checks that a changed listing still covers all agreements: the material, the unit, and at least the amount; and the
 * days, unless the owner keeps the agreements.
 */
export async function checkAgreed(
  { now }: Services,
  tx: Executor,
  restated: Restated,
  keepsAgreed: boolean,
): Promise<void> {
  const { row, next } = restated;
  const all = await listAgreed(tx, row.post_id, regionDay(now()));
  const changed = findChanged(restated);
  if (changed) throw inTheWay(changed, all);
  const lost = all.filter((each) => hasDay(row, each) && !hasDay(next, each));
  if (lost.length === 0 || keepsAgreed) return;
  const field = lost.some(({ day }) => day > next.until) ? 'until' : 'ready_on';
  throw inTheWay([field, 'agreed_on_other_days'], lost);
}

/** Notifies members with agreements for each round that there are fewer rounds. */
export async function notifyOfFewerRounds(
  ctx: Ctx,
  tx: Executor,
  { row, next }: Pick<Restated, 'row' | 'next'>,
): Promise<void> {
  if (next.until >= row.until) return;
  const { id: by } = requireViewer(ctx);
  for (const { id, requester_id: to } of await listStandingOf(tx, row.post_id)) {
    const last = await findLastOf(tx, id);
    if (last) await notifyOf(ctx, tx, last, { to, by, news: 'shortened' });
  }
}
