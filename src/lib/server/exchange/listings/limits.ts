import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

export const LIMITS = defineLimits({
  changeListing: { what: "a member's changes of listings", points: 60, seconds: 600 },
});
