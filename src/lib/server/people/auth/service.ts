import type { SignedIn } from '#lib/contract/people/sign-in/auth.ts';
import { toAccount } from '#lib/server/people/members/service.ts';
import {
  createSession,
  requirePasswordHash,
  type SessionBrowser,
} from '#lib/server/people/sessions/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { withAttemptLimit } from '#lib/server/platform/rate-limits/attempt-limit.ts';
import { defineLimits, type RateLimit } from '#lib/server/platform/rate-limits/define-limits.ts';
import { ipPrefix } from '#lib/server/platform/rate-limits/ip-prefix.ts';
import { hashToken } from '#lib/server/platform/secrets.ts';

import { createDeviceToken, type DeviceAccount, isKnownDevice } from './device-tokens.ts';
import { DUMMY_HASH, verifyPassword } from './password-hash.ts';
import { findCredentials } from './queries.ts';

/** What a browser sends besides the credentials. */
export interface SignInBrowser extends SessionBrowser {
  /** its device token */
  device: string | null;
}

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

/** A known browser has a limit of its own, so that others cannot lock the owner out (OWASP, device cookies). */
const attemptLimits = (
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

/** Lets whoever has chosen a new password sign in at once. @param logins what they sign in with */
export async function resetSignInLimit({ limits }: Services, logins: string[]): Promise<void> {
  for (const login of logins) await limits.reset(LIMITS.signInAccount, hashToken(login));
}

/** What a member signs in with, normalized, and the password. */
interface SignIn {
  by: 'email' | 'sign_in_phone';
  login: string;
  password: string;
}

const WRONG = { email: 'wrong_credentials', sign_in_phone: 'wrong_phone_credentials' } as const;

/**
 * Signs a member in. What is unknown costs as much as what is known.
 * @returns the member, and the values of the cookies `session` and `device`
 * @throws AppError wrong_credentials, wrong_phone_credentials, rate_limited
 */
export async function signIn(
  ctx: Ctx,
  { by, login, password }: SignIn,
  browser: SignInBrowser,
): Promise<{ member: SignedIn; session: string; device: string }> {
  const member = await findCredentials(ctx.db, by, login);
  const account = { login, passwordHash: member?.password_hash ?? DUMMY_HASH };
  const attempts = attemptLimits(ctx, account, browser.device);
  // Checked before the password and counted after a right one, so that attackers cannot exhaust it.
  await ctx.limits.requireLeft(LIMITS.signInSuccess, hashToken(login));
  const row = await withAttemptLimit(ctx, attempts, async () => {
    const isRight = await verifyPassword(password, account.passwordHash);
    return member && isRight ? member : null;
  });
  if (!row) {
    ctx.log.warn({ event: 'sign_in_failed', requestId: ctx.requestId, address: ctx.ip });
    throw new AppError(WRONG[by]);
  }
  await ctx.limits.consume(LIMITS.signInSuccess, hashToken(login));
  const { passwordHash } = account;
  const session = await createSession(ctx, row.member_id, browser, (tx) =>
    requirePasswordHash(tx, row.member_id, passwordHash),
  );
  ctx.log.info({ event: 'signed_in', requestId: ctx.requestId, member: row.member_id });
  const { account_id, name } = toAccount(row);
  return {
    member: { account_id, name },
    session,
    device: createDeviceToken(ctx, { login, passwordHash }),
  };
}
