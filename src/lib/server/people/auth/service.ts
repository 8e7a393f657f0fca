import type { SignedIn } from '#lib/contract/people/sign-in/auth.ts';
import { createDeviceToken } from '#lib/server/people/credentials/device-tokens.ts';
import { DUMMY_HASH, verifyPassword } from '#lib/server/people/credentials/password-hash.ts';
import { findCredentials } from '#lib/server/people/credentials/queries.ts';
import { attemptLimits, LIMITS } from '#lib/server/people/credentials/sign-in-limits.ts';
import { toAccount } from '#lib/server/people/members/service.ts';
import {
  createSession,
  requirePasswordHash,
  type SignInBrowser,
} from '#lib/server/people/sessions/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { withAttemptLimit } from '#lib/server/platform/rate-limits/attempt-limit.ts';
import { hashToken } from '#lib/server/platform/secrets.ts';

/** The normalized email or phone number, and the password. */
interface SignIn {
  by: 'email' | 'sign_in_phone';
  login: string;
  password: string;
}

const WRONG = { email: 'wrong_credentials', sign_in_phone: 'wrong_phone_credentials' } as const;

/**
 * Logs a member in. An unknown login takes as long as a known one.
 * @returns the member, and the values of the cookies `session` and `device`
 */
export async function signIn(
  ctx: Ctx,
  { by, login, password }: SignIn,
  browser: SignInBrowser,
): Promise<{ member: SignedIn; session: string; device: string }> {
  const member = await findCredentials(ctx.db, by, login);
  const account = { login, passwordHash: member?.password_hash ?? DUMMY_HASH };
  const attempts = attemptLimits(ctx, account, browser.device);
  // Checked before the password but counted only after a correct one, so that attackers cannot exhaust it.
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
