import { isKnownDevice, type DeviceAccount } from '#lib/server/auth/device-tokens.ts';
import type { Ctx, Services } from '#lib/server/context.ts';
import { rateLimited } from '#lib/server/errors.ts';
import { ipPrefix } from '#lib/server/rate-limits/ip-prefix.ts';

import { LIMITS } from './limits.ts';

/**
 * Where an account is recovered from. The browsers it is known to are one place, and each network that
 * others come from is one: nobody uses up, or ends, what belongs to another place (docs/decisions/0010-password-reset.md).
 */
export interface RequestOrigin {
  key: string;
  isKnown: boolean;
}

/**
 * @param account as it is now
 * @param device the browser's device token, or null
 */
export function originOf(
  ctx: Services & Pick<Ctx, 'ip'>,
  account: DeviceAccount,
  device: string | null,
): RequestOrigin {
  const isKnown = isKnownDevice(ctx, account, device);
  const origin = isKnown ? 'known' : ipPrefix(ctx.ip);
  return { isKnown, key: ctx.secrets.sign('reset', `${account.email} ${origin}`) };
}

/** @returns what stands for an account in its recoveries, whether or not somebody has it */
export const accountKeyOf = ({ secrets }: Services, email: string): string =>
  secrets.sign('reset', email);

/** @returns the seconds until a place has wrong codes left, 0 when it has some now */
export const codeRetryAfter = ({ limits }: Services, originKey: string): Promise<number> =>
  limits.retryAfter(LIMITS.resetCode, originKey);

/**
 * Counts a code that is asked for.
 * @throws rate_limited, also while a place has no wrong code left: another one would help nobody
 */
export async function consumeRequestLimits(
  ctx: Ctx,
  email: string,
  { key, isKnown }: RequestOrigin,
): Promise<void> {
  const seconds = await codeRetryAfter(ctx, key);
  if (seconds > 0) throw rateLimited(seconds);
  await ctx.limits.consume(LIMITS.resetIp, ipPrefix(ctx.ip));
  await ctx.limits.consume(LIMITS.resetResend, key);
  if (isKnown) return ctx.limits.consume(LIMITS.resetDevice, key);
  await ctx.limits.consume(LIMITS.resetNetwork, key);
  await ctx.limits.consume(LIMITS.resetAccount, accountKeyOf(ctx, email));
}
