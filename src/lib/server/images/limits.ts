import { defineLimits } from '#lib/server/rate-limits/define-limits.ts';

export const LIMITS = defineLimits({
  // A photo takes about 400 kilobytes in all its sizes, at most six megabytes.
  storeImages: {
    what: "kilobytes of a member's images, as they are stored",
    points: 200_000,
    seconds: 86_400,
  },
});

/** Of the process that converts images. A small server has 1 GB, of which the site takes a quarter. */
export const MAX_MEMORY_BYTES = 192 * 1024 * 1024;

/** With what code it exits above that. */
export const OUT_OF_MEMORY = 2;
