import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

export const LIMITS = defineLimits({
  changeAlert: { what: "a member's changes of alerts", points: 60, seconds: 600 },
});
