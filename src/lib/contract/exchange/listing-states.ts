// Without Zod.
import type { Listing } from './listings.ts';

/** Something of such a listing is still to be had. */
export const ACTIVE_STATUSES: Listing['status'][] = ['open', 'promised'];
export const isActive = (status: Listing['status']): boolean => ACTIVE_STATUSES.includes(status);
