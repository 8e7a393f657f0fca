import type { APIRoute } from 'astro';

import { PICKUPS_PATH } from '#lib/contract/paths.ts';

/** Redirects older emails, bookmarks and calendar URLs to the pickups, which now include half days. */
export const GET: APIRoute = ({ params, redirect }) =>
  redirect(`${PICKUPS_PATH}/${params.rest ?? ''}`, 301);
