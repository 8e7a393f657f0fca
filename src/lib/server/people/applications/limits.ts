import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

const HOUR = 3600;
const DAY = 86_400;

export const LIMITS = defineLimits({
  // Many phones share one IP.
  joinIp: { what: 'applications from an IP, without an invitation', points: 20, seconds: HOUR },
  // A meeting of the co-op shares one IP, too.
  joinInvitedIp: {
    what: 'applications from an IP, with an invitation',
    points: 100,
    seconds: HOUR,
  },
  // Each is an email to someone who perhaps did not request it.
  joinAddressNetwork: {
    what: 'applications with one email, from one network',
    points: 4,
    seconds: HOUR,
  },
  joinAddress: { what: 'applications with one email, from all networks', points: 12, seconds: DAY },
  proofUse: { what: 'uses of a solved challenge', points: 1, seconds: HOUR },
});
