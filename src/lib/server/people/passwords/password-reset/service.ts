import { randomInt } from 'node:crypto';

import {
  type CodeEntry,
  type PasswordReset,
  RESET_CODE,
} from '#lib/contract/people/sign-in/password-reset.ts';
import {
  createDeviceToken,
  type DeviceAccount,
  isKnownDevice,
} from '#lib/server/people/credentials/device-tokens.ts';
import { DUMMY_HASH, hashPassword } from '#lib/server/people/credentials/password-hash.ts';
import { findCredentials, loginOf, loginsOf } from '#lib/server/people/credentials/queries.ts';
import { resetSignInLimit } from '#lib/server/people/credentials/sign-in-limits.ts';
import { replacePassword } from '#lib/server/people/passwords/change-password.ts';
import { rejectCommonPassword } from '#lib/server/people/passwords/common-password.ts';
import { codeEmail } from '#lib/server/people/passwords/emails.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { enqueueEmail } from '#lib/server/platform/email/enqueue-email.ts';
import { AppError, fieldError } from '#lib/server/platform/errors.ts';
import { withAttemptLimit } from '#lib/server/platform/rate-limits/attempt-limit.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { ipPrefix } from '#lib/server/platform/rate-limits/ip-prefix.ts';
import { hashToken, randomToken } from '#lib/server/platform/secrets.ts';

import * as resets from './queries.ts';

/**
 * The origin of a reset request: all browsers known to the account, or one network. Each origin has its own limits
 * and code, so that none can block another (docs/decisions/0010-password-reset.md).
 */
export interface RequestOrigin {
  key: string;
  isKnown: boolean;
}

/** @param device the browser's device token */
export function originOf(
  ctx: Services & Pick<Ctx, 'ip'>,
  account: DeviceAccount,
  device: string | null,
): RequestOrigin {
  const isKnown = isKnownDevice(ctx, account, device);
  const origin = isKnown ? 'known' : ipPrefix(ctx.ip);
  return { isKnown, key: ctx.secrets.sign('reset', `${account.login} ${origin}`) };
}

/** @returns the key of an account, existing or not */
export const accountKeyOf = ({ secrets }: Services, email: string): string =>
  secrets.sign('reset', email);

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
  // Each sends an email to the owner, who may not have requested it.
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

/** @returns the seconds until another code may be tried; 0 if now */
const codeRetryAfter = ({ limits }: Services, originKey: string): Promise<number> =>
  limits.retryAfter(LIMITS.resetCode, originKey);

/** Counts a request for a code. */
async function consumeRequestLimits(
  ctx: Ctx,
  email: string,
  { key, isKnown }: RequestOrigin,
): Promise<void> {
  await ctx.limits.requireLeft(LIMITS.resetCode, key);
  if (!isKnown) await ctx.limits.consume(LIMITS.resetIp, ipPrefix(ctx.ip));
  await ctx.limits.consume(LIMITS.resetResend, key);
  if (isKnown) return ctx.limits.consume(LIMITS.resetDevice, key);
  await ctx.limits.consume(LIMITS.resetNetwork, key);
  const account = accountKeyOf(ctx, email);
  await ctx.limits.consume(LIMITS.resetAccountHour, account);
  await ctx.limits.consume(LIMITS.resetAccount, account);
}

const LIFETIME_MS = RESET_CODE.minutes * 60_000;

/** The browser that requests a reset. */
export interface ResetBrowser {
  /** from `readBinding`: only this browser can continue (ASVS 6.6.2) */
  client: string;
  device: string | null;
}

const resetExpired = () => new AppError('reset_expired');

const toLookup = (ctx: Ctx, token: string, client: string): resets.ResetLookup => ({
  tokenHash: hashToken(token),
  clientHash: hashToken(client),
  now: ctx.now(),
});

/** @returns a uniformly random code (ASVS 6.5.3) */
export const newCode = (): string =>
  String(randomInt(10 ** RESET_CODE.digits)).padStart(RESET_CODE.digits, '0');

// Bound to the token: the code is worthless with another token.
const codePayload = (tokenHash: string, code: string) => `${tokenHash} ${code}`;

/**
 * Starts a reset, and emails a code if the email belongs to a member. If not, rows, response and timing are the same.
 * @param email in lower case
 * @returns the `token_id` for the next pages
 */
export async function requestReset(
  ctx: Ctx,
  email: string,
  browser: ResetBrowser,
): Promise<string> {
  const member = await findCredentials(ctx.db, 'email', email);
  const passwordHash = member?.password_hash ?? DUMMY_HASH;
  const origin = originOf(ctx, { login: email, passwordHash }, browser.device);
  await consumeRequestLimits(ctx, email, origin);
  const token = randomToken();
  const code = newCode();
  const tokenHash = hashToken(token);
  const now = ctx.now();
  const to = member && { name: `${member.first_name} ${member.last_name}`, address: email };
  const row = {
    origin_key: origin.key,
    account_key: accountKeyOf(ctx, email),
    member_id: member?.member_id ?? null,
    client_hash: hashToken(browser.client),
    token_hash: tokenHash,
    code_hmac: ctx.secrets.sign('reset', codePayload(tokenHash, code)),
    created_at: now,
    expires_at: now + LIFETIME_MS,
  };
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await resets.upsertReset(tx, row);
    await enqueueEmail(ctx, tx, to ? codeEmail(to, code) : null, LIFETIME_MS);
  });
  ctx.log.info({
    event: 'password_reset_requested',
    requestId: ctx.requestId,
    member: member?.member_id,
  });
  return token;
}

export async function checkReset(ctx: Ctx, token: string, client: string): Promise<void> {
  const row = await resets.findReset(ctx.db, toLookup(ctx, token, client));
  const isOver = row?.verified_at === null && (await codeRetryAfter(ctx, row.origin_key)) > 0;
  if (!row || isOver) throw resetExpired();
}

/** Checks the code, and restarts the time limit for the new password. */
export async function verifyCode(
  ctx: Ctx,
  { otp, token_id }: CodeEntry,
  client: string,
): Promise<void> {
  const lookup = toLookup(ctx, token_id, client);
  const row = await resets.findReset(ctx.db, lookup);
  if (!row || row.verified_at !== null) throw resetExpired();
  const isRight = await withAttemptLimit(ctx, [[LIMITS.resetCode, row.origin_key]], async () => {
    const isCode = ctx.secrets.verify('reset', codePayload(lookup.tokenHash, otp), row.code_hmac);
    return (isCode && row.member_id !== null) || null;
  });
  if (!isRight) {
    ctx.log.warn({ event: 'wrong_code', requestId: ctx.requestId, member: row.member_id });
    throw fieldError('otp', 'wrong_code');
  }
  if (!(await resets.markVerified(ctx.db, lookup, lookup.now + LIFETIME_MS))) throw resetExpired();
}

/**
 * Sets the new password after the code was verified. Ends all sessions, and starts none.
 * @returns a new device token
 */
export async function resetPassword(
  ctx: Ctx,
  input: PasswordReset,
  client: string,
): Promise<string> {
  const lookup = toLookup(ctx, input.token_id, client);
  const row = await resets.findReset(ctx.db, lookup);
  const member = row?.member_id && (await findCredentials(ctx.db, 'id', row.member_id));
  if (!member || row.verified_at === null) throw resetExpired();
  rejectCommonPassword(input.password, member, 'password');
  const passwordHash = await hashPassword(input.password);
  const changed = await transact(ctx, { invalidates: [] }, async (tx) => {
    const consumed = await resets.consumeVerifiedReset(tx, lookup);
    if (!consumed?.member_id) return null;
    await resets.deleteResetsByAccount(tx, consumed.account_key);
    return replacePassword(ctx, tx, consumed.member_id, passwordHash, null);
  });
  if (!changed) throw resetExpired();
  await resetSignInLimit(ctx, loginsOf(changed));
  ctx.log.info({ event: 'password_reset', requestId: ctx.requestId, member: row.member_id });
  return createDeviceToken(ctx, { login: loginOf(changed), passwordHash });
}

export const deleteExpiredResets = ({ db, now }: Services) => resets.deleteExpiredResets(db, now());
