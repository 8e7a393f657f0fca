import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

export const LIMITS = defineLimits({
  createPost: { what: "a member's posts", points: 20, seconds: 600 },
});
