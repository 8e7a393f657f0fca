import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

export const LIMITS = defineLimits({
  notifyMembers: {
    what: 'notifications of one of staff to many members',
    points: 20,
    seconds: 3600,
  },
  stopEmails: {
    what: 'presses on a link that stops emails, of a network',
    points: 60,
    seconds: 3600,
  },
});
