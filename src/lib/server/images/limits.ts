import { defineLimits } from '#lib/server/rate-limits/define-limits.ts';

export const LIMITS = defineLimits({
  // A photo takes about 400 kilobytes in all its sizes, at most six megabytes.
  storeImages: {
    what: "kilobytes of a member's images, as they are stored",
    points: 200_000,
    seconds: 86_400,
  },
});
