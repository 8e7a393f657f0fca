import type { APIRoute } from 'astro';

import { PICKUPS_PATH, tripPath } from '#lib/contract/paths.ts';
import { signInPath } from '#lib/contract/redirects.ts';
import { t } from '#lib/messages/t.ts';
import { toTripEvent } from '#lib/server/exchange/calendars/events.ts';
import { toDaysCalendar } from '#lib/server/exchange/calendars/to-calendar.ts';
import { getTrip } from '#lib/server/exchange/trips/service.ts';
import { loadByParam } from '#lib/server/platform/load-by-param.ts';

/** A trip for the viewer's calendar, without names. */
export const GET: APIRoute = async ({ locals: { ctx }, params, redirect }) => {
  const path = tripPath(params.id ?? '');
  if (!ctx.viewer) return redirect(signInPath(path));
  const trip = await loadByParam(params.id, { ctx, actsFor: 'trip', load: getTrip });
  if (!trip) return redirect(PICKUPS_PATH);
  const event = toTripEvent(ctx.config.publicUrl, trip);
  return new Response(toDaysCalendar(t('trip.section'), [event]), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="trip.ics"',
      'cache-control': 'no-store',
    },
  });
};
