import { RESET_CODE } from '#lib/contract/people/password-reset.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';

const HOUR = 3600;
const DAY = 86_400;

export const LIMITS = defineLimits({
  // Many phones share one IP.
  resetIp: {
    what: 'requests for a reset code from an IP, by browsers that are unknown to the account',
    points: 30,
    seconds: HOUR,
  },
  resetNetwork: {
    what: 'reset codes of an account, requested from one network by browsers it is not known to',
    points: 10,
    seconds: DAY,
  },
  // Each is an email to the owner, perhaps one too many.
  resetAccountHour: {
    what: 'reset codes of an account in an hour, from all networks by browsers it is not known to',
    points: 6,
    seconds: HOUR,
  },
  // With `RESET_CODE.tries` each: 120 guesses a day, at one in 100,000,000.
  resetAccount: {
    what: 'reset codes of an account, requested from all networks by browsers it is not known to',
    points: 24,
    seconds: DAY,
  },
  resetDevice: {
    what: 'reset codes of an account, requested by browsers it is known to',
    points: 5,
    seconds: HOUR,
  },
  // The resend button waits as long.
  resetResend: {
    what: 'reset codes of an account, requested from one origin',
    points: 1,
    seconds: RESET_CODE.resendSeconds,
  },
  resetCode: {
    what: 'wrong reset codes of an account from one origin',
    points: RESET_CODE.tries,
    seconds: HOUR,
  },
});
