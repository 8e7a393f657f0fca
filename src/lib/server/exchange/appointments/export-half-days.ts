// A member's own bookings of machines, as a file for spreadsheets.
import { machineName } from '#lib/contract/exchange/machine-texts.ts';
import type { Booking } from '#lib/contract/exchange/machines.ts';
import { bookingPath } from '#lib/contract/paths.ts';
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import { toCsvHead, toCsvLine, toTownCells, TOWN_COLUMNS } from '#lib/server/platform/csv.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

import { listAllBookings } from './half-day.ts';

export const LIMITS = defineLimits({
  bookingsFile: { what: "a member's downloads of their bookings", points: 20, seconds: 3600 },
});

const BATCH = 200;
const CENTAVOS = 100;
const COLUMNS = [
  'day',
  'part',
  'status',
  'role',
  'machine',
  'title',
  'amount',
  'unit',
  'pesos_a_unit',
  ...TOWN_COLUMNS,
  'member',
  'link',
];

const toCells = (origin: string, booking: Booking): (string | number)[] => [
  booking.day,
  booking.half,
  booking.status,
  booking.is_owner ? 'owner' : 'requester',
  machineName(booking.machine),
  booking.title ?? '',
  booking.amount,
  booking.unit,
  booking.price_centavos === null ? '' : booking.price_centavos / CENTAVOS,
  ...toTownCells(booking.town),
  booking.account?.name ?? '',
  origin + bookingPath(booking.appointment_id),
];

async function* readLines(ctx: Ctx): AsyncGenerator<string> {
  yield toCsvHead(COLUMNS);
  let cursor: string | null = null;
  do {
    const bookings: Booking[] = await listAllBookings(ctx, { cursor, limit: BATCH });
    yield bookings.map((each) => toCsvLine(toCells(ctx.config.publicUrl, each))).join('');
    cursor = bookings.length < BATCH ? null : (bookings.at(-1)?.appointment_id ?? null);
  } while (cursor !== null);
}

/**
 * @returns the lines of all bookings of the viewer, the newest first; phone numbers and notes are not in it
 * @throws AppError rate_limited
 */
export async function exportBookings(ctx: Ctx): Promise<AsyncGenerator<string>> {
  await ctx.limits.consume(LIMITS.bookingsFile, requireViewer(ctx).id);
  return readLines(ctx);
}
