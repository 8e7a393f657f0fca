import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

export const LIMITS = defineLimits({
  search: {
    what: "pages of search results, of a member or of an IP's guests",
    points: 300,
    seconds: 60,
  },
});
