import type { Listing } from '#lib/contract/exchange/listings.ts';

/** What one does with a listing, by its kind. */
export const REQUEST_TITLES: Record<Listing['kind'], string> = {
  offer: 'I can take it',
  need: 'I can bring it',
  service: 'I would like it',
};
