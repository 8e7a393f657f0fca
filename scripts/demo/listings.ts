import { fieldListings } from './listings/listings-field.ts';
import { foodListings } from './listings/listings-food.ts';
import { millListings } from './listings/listings-mill.ts';
import { strawListings } from './listings/listings-straw.ts';
import { worksListings } from './listings/listings-works.ts';
import type { DemoListing } from './types.ts';

/** By post. */
export const listings: Record<string, DemoListing> = {
  ...strawListings,
  ...millListings,
  ...fieldListings,
  ...foodListings,
  ...worksListings,
};
