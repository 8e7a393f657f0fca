import type { APIRoute } from 'astro';

import { townName } from '#lib/contract/exchange/listing-choices.ts';
import { halfText, machineName, workText } from '#lib/contract/exchange/machine-texts.ts';
import type { Booking } from '#lib/contract/exchange/machines.ts';
import { bookingPath, PICKUPS_PATH } from '#lib/contract/paths.ts';
import { signInPath } from '#lib/contract/redirects.ts';
import { t } from '#lib/messages/t.ts';
import { forBooking, getBooking } from '#lib/server/exchange/machines/bookings.ts';
import { toDaysCalendar } from '#lib/server/exchange/pickups/to-calendar.ts';
import { loadByParam } from '#lib/server/platform/load-by-param.ts';

const STATUSES = {
  requested: 'TENTATIVE',
  agreed: 'CONFIRMED',
  declined: 'CANCELLED',
  called_off: 'CANCELLED',
} as const;

/** @param url of its page */
function toEvent(booking: Booking, url: string) {
  const { booking_id: id, day: from, half, unit, town, status, updated_at: updatedAt } = booking;
  const machine = machineName(booking.machine);
  const work = workText(booking.amount, unit);
  const summary = t('booking.event', { machine, half: halfText(half), work });
  const where = townName(town) ?? '';
  return { id, from, days: 1, summary, where, url, updatedAt, status: STATUSES[status] };
}

/** A booking for the viewer's calendar. */
export const GET: APIRoute = async ({ locals: { ctx }, params, redirect }) => {
  const path = bookingPath(params.id ?? '');
  if (!ctx.viewer) return redirect(signInPath(path));
  const booking = await loadByParam(params.id, async (id) =>
    getBooking(await forBooking(ctx, id), id),
  );
  if (!booking) return redirect(PICKUPS_PATH);
  const event = toEvent(booking, ctx.config.publicUrl + path);
  return new Response(toDaysCalendar(t('booking.list'), [event]), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="booking.ics"',
      'cache-control': 'no-store',
    },
  });
};
