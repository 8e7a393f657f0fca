// Requests about listings, like those of the site's pages.
import { addDays } from '#lib/contract/days.ts';
import { regionDay } from '#lib/site.ts';
import { type Browser, requireOk } from '#tests/support/site/http-browser.ts';
import type { Site } from '#tests/support/site/site.ts';

import { postForm, POSTS } from './posts.ts';

/** The required fields of a listing. */
export const LISTING = { kind: 'offer', material: 'rice-straw', town: '0304911000' };

/** The API's response for `LISTING`, without days and times. */
export const LEAST = {
  ...LISTING,
  amount: null,
  unit: null,
  amount_left: null,
  condition: null,
  terms: null,
  price_centavos: null,
  barangay: null,
  ready_on: null,
  truck_access: false,
  loading_help: false,
  repeat: null,
  status: 'open',
};

/** The day a number of days after the site's today. */
export const dayAfter = ({ services }: Site, days: number): string =>
  addDays(regionDay(services.now()), days);

/**
 * Creates a post with a listing.
 * @param listing overrides `LISTING`
 * @returns the post, and the path of its listing
 */
export async function publishListing(browser: Browser, listing: object = {}) {
  const sent = { listing: JSON.stringify({ ...LISTING, ...listing }) };
  const { body } = requireOk(await browser.post(POSTS, postForm([], sent)));
  return { post: body['data'], path: `${POSTS}/${body['data'].post_id}/listing` };
}
