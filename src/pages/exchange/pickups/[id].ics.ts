import type { APIRoute } from 'astro';

import { pickupPath, PICKUPS_PATH } from '#lib/contract/paths.ts';
import { signInPath } from '#lib/contract/redirects.ts';
import { forPickup, getPickup } from '#lib/server/exchange/pickups/pickup.ts';
import { toCalendar } from '#lib/server/exchange/pickups/to-calendar.ts';
import { loadByParam } from '#lib/server/platform/load-by-param.ts';

/** A pickup for the viewer's calendar. */
export const GET: APIRoute = async ({ locals: { ctx }, params, redirect }) => {
  const path = pickupPath(params.id ?? '');
  if (!ctx.viewer) return redirect(signInPath(path));
  const pickup = await loadByParam(params.id, async (id) =>
    getPickup(await forPickup(ctx, id), id),
  );
  if (!pickup) return redirect(PICKUPS_PATH);
  return new Response(toCalendar(pickup, ctx.config.publicUrl + path), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="pickup.ics"',
      'cache-control': 'no-store',
    },
  });
};
