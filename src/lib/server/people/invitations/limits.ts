import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

const HOUR = 3600;
const DAY = 86_400;

export const LIMITS = defineLimits({
  // A right code always works, also beside an attacker behind the same IP.
  invitationGuess: {
    what: 'codes of invitations from an IP that do not work',
    points: 30,
    seconds: HOUR,
  },
  makeInvitation: { what: "a staff member's new invitations", points: 100, seconds: DAY },
});
