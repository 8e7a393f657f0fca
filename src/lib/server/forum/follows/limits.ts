import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

export const LIMITS = defineLimits({
  follow: { what: "a member's follows and unfollows", points: 300, seconds: 600 },
});
