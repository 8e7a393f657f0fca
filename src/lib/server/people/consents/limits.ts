import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

const MINUTES_10 = 600;

export const LIMITS = defineLimits({
  changeConsents: {
    what: "a member's agreements and withdrawals",
    points: 60,
    seconds: MINUTES_10,
  },
});
