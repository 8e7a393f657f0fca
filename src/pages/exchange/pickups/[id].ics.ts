import type { APIRoute } from 'astro';

import { pickupPath, PICKUPS_PATH } from '#lib/contract/paths.ts';
import { signInPath } from '#lib/contract/redirects.ts';
import { getWithRounds } from '#lib/server/exchange/appointments/page.ts';
import { toCalendar } from '#lib/server/exchange/calendars/to-calendar.ts';
import { loadByParam } from '#lib/server/platform/load-by-param.ts';

/** A calendar file of an appointment, or of all agreed rounds of a standing one. */
export const GET: APIRoute = async ({ locals: { ctx }, params, redirect }) => {
  const path = pickupPath(params.id ?? '');
  if (!ctx.viewer) return redirect(signInPath(path));
  const all = await loadByParam(params.id, { ctx, actsFor: 'appointment', load: getWithRounds });
  if (!all) return redirect(PICKUPS_PATH);
  const urlOf = (id: string) => ctx.config.publicUrl + pickupPath(id);
  return new Response(toCalendar(all, urlOf), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="pickup.ics"',
      'cache-control': 'no-store',
    },
  });
};
