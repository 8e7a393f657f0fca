import type { APIRoute } from 'astro';

import { bookingPath, PICKUPS_PATH } from '#lib/contract/paths.ts';
import { signInPath } from '#lib/contract/redirects.ts';
import { t } from '#lib/messages/t.ts';
import { getBooking } from '#lib/server/exchange/appointments/half-day.ts';
import { toBookingEvent } from '#lib/server/exchange/calendars/events.ts';
import { toDaysCalendar } from '#lib/server/exchange/calendars/to-calendar.ts';
import { loadByParam } from '#lib/server/platform/load-by-param.ts';

/** A booking for the viewer's calendar. */
export const GET: APIRoute = async ({ locals: { ctx }, params, redirect }) => {
  const path = bookingPath(params.id ?? '');
  if (!ctx.viewer) return redirect(signInPath(path));
  const booking = await loadByParam(params.id, { ctx, actsFor: 'booking', load: getBooking });
  if (!booking) return redirect(PICKUPS_PATH);
  const event = toBookingEvent(ctx.config.publicUrl, booking);
  return new Response(toDaysCalendar(t('booking.list'), [event]), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="booking.ics"',
      'cache-control': 'no-store',
    },
  });
};
