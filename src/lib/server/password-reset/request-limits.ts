import { isKnownDevice, type DeviceAccount } from '#lib/server/auth/device-tokens.ts';
import type { Ctx, Services } from '#lib/server/context.ts';
import { ipPrefix } from '#lib/server/rate-limits/ip-prefix.ts';

import { LIMITS } from './limits.ts';

/**
 * Where an account's reset is requested from: all browsers it is known to, or one network. Each origin has its own
 * limits and code, so that none blocks another (docs/decisions/0010-password-reset.md).
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
  return { isKnown, key: ctx.secrets.sign('reset', `${account.email} ${origin}`) };
}

/** @returns the key of an account, existing or not */
export const accountKeyOf = ({ secrets }: Services, email: string): string =>
  secrets.sign('reset', email);

/** @returns the seconds until another code may be tried, 0 when it may now */
export const codeRetryAfter = ({ limits }: Services, originKey: string): Promise<number> =>
  limits.retryAfter(LIMITS.resetCode, originKey);

/**
 * Counts a request for a code.
 * @throws AppError rate_limited, also while the origin has no attempts left
 */
export async function consumeRequestLimits(
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
