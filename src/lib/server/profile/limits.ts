import { defineLimits } from '#lib/server/rate-limits/define-limits.ts';

export const LIMITS = defineLimits({
  changeAvatar: { what: "a member's new avatars", points: 20, seconds: 600 },
});
