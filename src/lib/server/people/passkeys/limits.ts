import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

const MINUTES_15 = 900;

export const LIMITS = defineLimits({
  passkeyIp: {
    what: 'rejected passkeys from an IP, by browsers that are unknown to the account',
    points: 30,
    seconds: MINUTES_15,
  },
  passkeyDevice: {
    what: 'rejected passkeys of an account, from one browser it is known to',
    points: 10,
    seconds: MINUTES_15,
  },
  // Each costs a session.
  passkeySuccess: { what: 'logins of a member with a passkey', points: 300, seconds: MINUTES_15 },
  passkeyConfirmation: {
    what: "a member's rejected passkeys where it stands for the password entered again",
    points: 10,
    seconds: MINUTES_15,
  },
  // Most send an email.
  changePasskeys: {
    what: "a member's changes of passkeys, and attempts to add one",
    points: 30,
    seconds: MINUTES_15,
  },
});
