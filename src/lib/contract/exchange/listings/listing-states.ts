// Without Zod.
import type { Listing } from './listings.ts';

/** Listings in these states still have something left. */
export const ACTIVE_STATUSES: Listing['status'][] = ['open', 'promised'];
export const isActive = (status: Listing['status']): boolean => ACTIVE_STATUSES.includes(status);

/** Whether the owner can extend a listing of this status: not when they ended it. */
export const isExtendable = (status: Listing['status']): boolean =>
  isActive(status) || status === 'expired';

/** The field of a plain form by which an owner says that the listing is of all that there is. */
export const ALL_OF_IT = 'listing.all';

/** The last day of a listing, in days after today. */
export const LISTING_DAYS = { default: 14, max: 60 } as const;
/** The same for a repeating listing. */
export const REPEAT_DAYS = { default: 84, max: 180 } as const;

export const lastDaysOf = ({ repeat }: Pick<Partial<Listing>, 'repeat'>) =>
  repeat ? REPEAT_DAYS : LISTING_DAYS;
