import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

export const LIMITS = defineLimits({
  contactView: {
    what: 'looks of a member of staff at phone and email of members',
    points: 200,
    seconds: 3600,
  },
  staffEmail: {
    what: 'emails that staff have sent to a member, for a new password or address',
    points: 10,
    seconds: 3600,
  },
});
