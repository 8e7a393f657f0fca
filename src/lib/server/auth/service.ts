import type { Credentials, SignedIn } from '#lib/contract/auth.ts';
import type { Ctx, Services } from '#lib/server/context.ts';
import { AppError, rateLimited } from '#lib/server/errors.ts';
import { findMemberByEmail } from '#lib/server/members/queries.ts';
import { toAccount } from '#lib/server/members/service.ts';
import { withAttemptLimit } from '#lib/server/rate-limits/attempt-limit.ts';
import type { RateLimit } from '#lib/server/rate-limits/define-limits.ts';
import { ipPrefix } from '#lib/server/rate-limits/ip-prefix.ts';
import { hashToken } from '#lib/server/secrets.ts';
import { createSession } from '#lib/server/sessions/service.ts';

import { isKnownDevice, type DeviceAccount, createDeviceToken } from './device-tokens.ts';
import { LIMITS } from './limits.ts';
import { verifyPassword, DUMMY_HASH } from './password-hash.ts';

/** What a browser brings to a sign-in besides the credentials. */
export interface SignInClient {
  userAgent: string;
  /** its session token so far */
  session: string | null;
  /** its device token: proof that it knew the password of some account */
  device: string | null;
}

/** What a sign-in gives the browser. */
export interface SignInResult {
  member: SignedIn;
  /** for the session cookie */
  session: string;
  /** for the device cookie */
  device: string;
}

/**
 * Which limit of an account a try counts against. A browser it is known to has one of its own, so that strangers who
 * try never lock the owner out (OWASP's device cookies).
 */
const accountLimit = (
  ctx: Ctx,
  account: DeviceAccount,
  device: string | null,
): [RateLimit, string] =>
  isKnownDevice(ctx, account, device)
    ? [LIMITS.signInDevice, hashToken(`${account.email} ${device}`)]
    : [LIMITS.signInAccount, hashToken(account.email)];

/** Forgets the wrong tries at an account, once its owner has a new password. */
export const resetSignInLimit = ({ limits }: Services, email: string) =>
  limits.reset(LIMITS.signInAccount, hashToken(email));

/** Looked at before the password, counted after it was right: who does not know it cannot use it up. */
async function checkSignInLimit({ limits }: Services, email: string): Promise<void> {
  const seconds = await limits.retryAfter(LIMITS.signInSuccess, hashToken(email));
  if (seconds > 0) throw rateLimited(seconds);
}

/**
 * Signs a member in.
 * @returns the cookies' values and who it is
 * @throws AppError wrong_credentials; rate_limited after too many tries, wrong or right; rate_limited when many sign in at
 *   once
 */
export async function signIn(
  ctx: Ctx,
  input: Credentials,
  client: SignInClient,
): Promise<SignInResult> {
  const { email, password } = input;
  const member = await findMemberByEmail(ctx.db, email);
  const account = { email, passwordHash: member?.password_hash ?? DUMMY_HASH };
  const attempts: [RateLimit, string][] = [
    [LIMITS.signInIp, ipPrefix(ctx.ip)],
    accountLimit(ctx, account, client.device),
  ];
  await checkSignInLimit(ctx, email);
  const row = await withAttemptLimit(ctx, attempts, async () => {
    const matches = await verifyPassword(password, account.passwordHash);
    return (matches && member) || null;
  });
  if (!row) {
    ctx.log.warn({ event: 'sign_in_failed', requestId: ctx.requestId, address: ctx.ip });
    throw new AppError('wrong_credentials');
  }
  await ctx.limits.consume(LIMITS.signInSuccess, hashToken(email));
  const session = await createSession(ctx, row.member_id, client.userAgent, client.session);
  ctx.log.info({ event: 'signed_in', requestId: ctx.requestId, member: row.member_id });
  const { account_id, name } = toAccount(row);
  return { member: { account_id, name }, session, device: createDeviceToken(ctx, account) };
}
