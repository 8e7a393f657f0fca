import type { Ctx, Services } from '#lib/server/platform/context.ts';
import { defineLimits, type RateLimit } from '#lib/server/platform/rate-limits/define-limits.ts';
import { ipPrefix } from '#lib/server/platform/rate-limits/ip-prefix.ts';
import { hashToken } from '#lib/server/platform/secrets.ts';

import { type DeviceAccount, isKnownDevice } from './device-tokens.ts';

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
});

/** A known browser has its own limit, so that others cannot lock the owner out (OWASP, device cookies). */
export const attemptLimits = (
  ctx: Ctx,
  account: DeviceAccount,
  device: string | null,
): [RateLimit, string][] =>
  isKnownDevice(ctx, account, device)
    ? [[LIMITS.signInDevice, hashToken(`${account.login} ${device}`)]]
    : [
        [LIMITS.signInIp, ipPrefix(ctx.ip)],
        [LIMITS.signInAccount, hashToken(account.login)],
      ];

/** Lets a member with a new password log in at once. @param logins the member's logins */
export async function resetSignInLimit({ limits }: Services, logins: string[]): Promise<void> {
  for (const login of logins) await limits.reset(LIMITS.signInAccount, hashToken(login));
}
