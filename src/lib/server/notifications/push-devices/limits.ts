import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

export const LIMITS = defineLimits({
  changePushDevices: {
    what: "a member's changes of the phones and browsers that show notifications",
    points: 60,
    seconds: 600,
  },
  testPush: { what: 'test notifications of a member', points: 10, seconds: 600 },
});
