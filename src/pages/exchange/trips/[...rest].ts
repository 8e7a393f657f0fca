import type { APIRoute } from 'astro';

import { pickupPath, PICKUPS_PATH, tripPath } from '#lib/contract/paths.ts';
import { signInPath } from '#lib/contract/redirects.ts';
import { getTrip } from '#lib/server/exchange/appointments/trucks/share.ts';
import { loadByParam } from '#lib/server/platform/load-by-param.ts';

const CALENDAR = '.ics';

/** Redirects to the viewer's pickup on the shared truck. */
export const GET: APIRoute = async ({ locals: { ctx }, params: { rest = '' }, redirect }) => {
  if (!ctx.viewer) return redirect(signInPath(tripPath(rest)));
  const isCalendar = rest.endsWith(CALENDAR);
  const id = isCalendar ? rest.slice(0, -CALENDAR.length) : rest;
  const trip = await loadByParam(id, { ctx, actsFor: 'trip', load: getTrip });
  if (!trip) return redirect(PICKUPS_PATH);
  return redirect(pickupPath(trip.appointment_id) + (isCalendar ? CALENDAR : ''));
};
