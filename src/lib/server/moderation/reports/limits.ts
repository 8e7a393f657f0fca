import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

export const LIMITS = defineLimits({
  report: { what: "a member's reports", points: 20, seconds: 3600 },
});
