import type { APIRoute } from 'astro';

import { PICKUPS_PATH } from '#lib/contract/paths.ts';

/** Half days are among the pickups now: older emails and bookmarks lead there, also to what is for a calendar. */
export const GET: APIRoute = ({ params, redirect }) =>
  redirect(`${PICKUPS_PATH}/${params.rest ?? ''}`, 301);
