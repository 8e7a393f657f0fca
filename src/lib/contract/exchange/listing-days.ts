// Without Zod.

/** How many days after today the last day of a listing is. */
export const LISTING_DAYS = { default: 14, max: 60 } as const;
