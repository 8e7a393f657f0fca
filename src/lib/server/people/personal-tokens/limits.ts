import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

export const LIMITS = defineLimits({
  // Each sends an email.
  createToken: { what: "a member's new access tokens", points: 20, seconds: 86_400 },
});
