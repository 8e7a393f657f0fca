import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

export const LIMITS = defineLimits({
  mute: { what: "a member's mutes and unmutes of posts", points: 300, seconds: 600 },
});
