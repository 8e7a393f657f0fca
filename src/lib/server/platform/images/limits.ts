import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

export const LIMITS = defineLimits({
  // A photo takes about 400 kilobytes in all its sizes together, at most six megabytes.
  storeImages: {
    what: "kilobytes of a member's images, as they are stored",
    points: 200_000,
    seconds: 86_400,
  },
});

/** For the process that converts images. It starts with 85 MB, and a small server has 1 GB. */
export const MAX_MEMORY_BYTES = 256 * 1024 * 1024;

/** The exit code above this limit. */
export const OUT_OF_MEMORY = 2;
