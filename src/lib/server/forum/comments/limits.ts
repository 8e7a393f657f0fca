import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

export const LIMITS = defineLimits({
  comment: { what: "a member's comments", points: 60, seconds: 600 },
  changeComment: { what: "a member's edits and deletions of comments", points: 60, seconds: 600 },
});
