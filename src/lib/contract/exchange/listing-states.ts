// Without Zod.
import type { Listing } from './listings.ts';

/** Something of such a listing is still to be had. */
export const ACTIVE_STATUSES: Listing['status'][] = ['open', 'promised'];
export const isActive = (status: Listing['status']): boolean => ACTIVE_STATUSES.includes(status);

/** Whether the owner of such a listing may say that it is still there: they did not say that it is gone. */
export const isExtendable = (status: Listing['status']): boolean =>
  isActive(status) || status === 'expired';

/** How many days after today the last day of a listing is. */
export const LISTING_DAYS = { default: 14, max: 60 } as const;
/** The same, of a listing that repeats. */
export const REPEAT_DAYS = { default: 84, max: 180 } as const;

export const lastDaysOf = ({ repeat }: Pick<Partial<Listing>, 'repeat'>) =>
  repeat ? REPEAT_DAYS : LISTING_DAYS;
