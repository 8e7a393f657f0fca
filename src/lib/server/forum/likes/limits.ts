import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

export const LIMITS = defineLimits({
  like: { what: "a member's likes and unlikes", points: 600, seconds: 600 },
});
