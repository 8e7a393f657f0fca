import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

export const LIMITS = defineLimits({
  block: { what: "a member's blocks and unblocks of members", points: 60, seconds: 600 },
});
