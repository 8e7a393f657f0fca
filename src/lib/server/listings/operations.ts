import { ListingPage, ListingSearch } from '#lib/contract/listing-search.ts';
import { Listing, ListingInput, ListingStatusInput } from '#lib/contract/listings.ts';
import { NOTHING, type Operations } from '#lib/server/openapi/operation.ts';

import { LIMITS } from './limits.ts';

/** Listings. */
export const OPERATIONS = {
  'GET /web/listings': {
    summary: 'Search the exchange',
    access: 'open',
    query: ListingSearch,
    response: ListingPage,
    errors: ['town_invalid'],
  },
  'PUT /web/forum/posts/:id/listing': {
    summary: 'Add a listing to my post, or change it',
    body: ListingInput,
    response: Listing,
    status: [200, 201],
    errors: [
      'post_not_found',
      'post_not_yours',
      'town_invalid',
      'until_past',
      'until_too_late',
      'ready_after_until',
      'agreed_already',
      'less_than_agreed',
    ],
    limits: [LIMITS.changeListing],
  },
  'DELETE /web/forum/posts/:id/listing': {
    summary: 'Delete the listing of my post',
    response: NOTHING,
    errors: ['post_not_found', 'post_not_yours', 'listing_not_found'],
    limits: [LIMITS.changeListing],
  },
  'POST /web/forum/posts/:id/listing/status': {
    summary: 'Say what is left of my listing',
    body: ListingStatusInput,
    response: Listing,
    errors: [
      'post_not_found',
      'post_not_yours',
      'listing_not_found',
      'listing_ended',
      'amount_left_out_of_range',
      'amount_left_required',
      'amount_left_of_gone',
      'amount_not_stated',
      'less_than_agreed',
      'agreed_already',
    ],
    limits: [LIMITS.changeListing],
  },
} satisfies Operations;
