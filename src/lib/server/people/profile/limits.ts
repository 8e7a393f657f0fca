import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

export const LIMITS = defineLimits({
  edit: { what: "a member's changes of posts, name and phone number", points: 60, seconds: 600 },
  changeAvatar: { what: "a member's new avatars", points: 20, seconds: 600 },
});
