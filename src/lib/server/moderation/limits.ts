import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

export const LIMITS = defineLimits({
  moderationReply: { what: "a member's replies to decisions", points: 20, seconds: 3600 },
});
