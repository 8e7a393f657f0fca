import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

const MINUTES_15 = 900;

export const LIMITS = defineLimits({
  signInIp: {
    what: 'wrong passwords from an IP, by browsers that are unknown to the account',
    points: 30,
    seconds: MINUTES_15,
  },
  signInAccount: {
    what: 'wrong passwords of an account, from browsers it is not known to',
    points: 10,
    seconds: MINUTES_15,
  },
  signInDevice: {
    what: 'wrong passwords of an account, from one browser it is known to',
    points: 10,
    seconds: MINUTES_15,
  },
  // Each costs a hash and a session.
  signInSuccess: { what: 'right passwords of an account', points: 300, seconds: MINUTES_15 },
  // Each costs a hash, and a right one two and an email.
  changePassword: {
    what: "a member's changes of the password, and attempts with a wrong current one",
    points: 10,
    seconds: MINUTES_15,
  },
});
