// Appointments for half days, as one of the two sees them.
import { addDays } from '#lib/contract/days.ts';
import { type Booking, type BookingList, HUNDREDTHS } from '#lib/contract/exchange/machines.ts';
import { REPORT_DAYS } from '#lib/contract/exchange/pickups.ts';
import type { ListQuery } from '#lib/contract/pagination.ts';
import { partOf } from '#lib/server/exchange/machines/parts-of-days.ts';
import { accountOf } from '#lib/server/people/members/service.ts';
import { withoutHidden } from '#lib/server/people/stewards/without-hidden.ts';
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import { regionDay } from '#lib/site.ts';

import { actsOfHalfDay, factsOf, isAgreed } from './acts.ts';
import { findHalfDay, type HalfDayRow, listAllHalfDays, listHalfDays } from './half-day-queries.ts';

/** @returns what the other gave, unless one of the two blocks the other */
function othersPart(ctx: Ctx, row: HalfDayRow, isOwner: boolean) {
  const { id } = requireViewer(ctx);
  const isShown = row.is_other_visible;
  const isReached = isAgreed(row) && regionDay(ctx.now()) <= addDays(row.day, REPORT_DAYS);
  return {
    post_id: isShown || isOwner ? row.post_id : null,
    title: isShown || isOwner ? row.title : null,
    note: isShown || !isOwner ? row.note : null,
    reason: isShown || row.ended_by === id ? row.reason : null,
    phone: isShown && isReached ? row.contact_phone : null,
  };
}

/** A booking as the viewer, who is one of the two, sees it. */
function toBooking(ctx: Ctx, row: HalfDayRow): Booking {
  const is_owner = row.owner_id === requireViewer(ctx).id;
  return {
    appointment_id: row.id,
    is_owner,
    status: row.status,
    machine: row.machine,
    unit: row.unit,
    amount: row.work / HUNDREDTHS,
    price_centavos: row.price_centavos,
    day: row.day,
    half: partOf(row),
    town: row.town,
    is_taken: row.status === 'requested' && Boolean(row.is_taken),
    account: row.is_other_visible ? accountOf(row) : null,
    acts: actsOfHalfDay(factsOf(ctx, row, is_owner)),
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
    sequence: row.sequence,
    ...othersPart(ctx, row, is_owner),
  };
}

/** @throws AppError booking_not_found */
export async function getBooking(ctx: Ctx, id: string): Promise<Booking> {
  const row = await findHalfDay(ctx.db, requireViewer(ctx).id, id);
  if (!row) throw notFound('booking');
  return toBooking(ctx, row);
}

type Listed = Awaited<ReturnType<typeof listHalfDays>>[number];

/** Mornings come first. */
const byTime = (a: Listed, b: Listed): number =>
  a.day.localeCompare(b.day) || b.half.localeCompare(a.half) || a.id.localeCompare(b.id);

/** Lists the viewer's bookings, of their own machines and of others'; in the place of a member as trips are. */
export async function listBookings(
  ctx: Ctx,
  { state }: { state: 'open' | 'ended' },
): Promise<BookingList> {
  const { id } = requireViewer(ctx);
  const isOpen = state === 'open';
  const found = await listHalfDays(ctx.db, id, isOpen, regionDay(ctx.now()));
  const rows = isOpen ? found.toSorted(byTime) : found;
  const shown = await withoutHidden(ctx, rows, ({ owner_id, requester_id }) => [
    owner_id,
    requester_id,
  ]);
  return { bookings: shown.map((row) => toBooking(ctx, row)) };
}

/** Lists all of them, for a file. */
export const listAllBookings = async (ctx: Ctx, list: ListQuery): Promise<Booking[]> =>
  (await listAllHalfDays(ctx.db, requireViewer(ctx).id, list)).map((row) => toBooking(ctx, row));
