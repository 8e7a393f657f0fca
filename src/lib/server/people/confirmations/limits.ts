import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

export const LIMITS = defineLimits({
  confirmation: {
    what: "a member's wrong passwords where it is entered again",
    points: 10,
    seconds: 900,
  },
});
