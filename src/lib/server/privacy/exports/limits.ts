import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

export const LIMITS = defineLimits({
  requestExport: { what: "a member's copies of their data", points: 1, seconds: 86_400 },
});
