import type { SignedIn } from '#lib/contract/people/auth.ts';
import type { UsedPasskey } from '#lib/contract/people/passkeys.ts';
import { createDeviceToken, isKnownDevice } from '#lib/server/people/auth/device-tokens.ts';
import type { SignInBrowser } from '#lib/server/people/auth/service.ts';
import { toAccount } from '#lib/server/people/members/service.ts';
import { createSession, requirePasswordHash } from '#lib/server/people/sessions/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { withAttemptLimit } from '#lib/server/platform/rate-limits/attempt-limit.ts';
import type { RateLimit } from '#lib/server/platform/rate-limits/define-limits.ts';
import { ipPrefix } from '#lib/server/platform/rate-limits/ip-prefix.ts';
import { hashToken } from '#lib/server/platform/secrets.ts';

import { LIMITS } from './limits.ts';
import { findUsedPasskey, provePasskey, type ProvenPasskey, recordUse } from './use-passkey.ts';
import { issueChallenge, requestOptions, requireRelyingParty } from './webauthn.ts';

/** A browser that signs in with a passkey. */
export interface PasskeyBrowser extends SignInBrowser {
  /** the Host header */
  host: string | undefined;
  /** its session, or its visitor cookie */
  binding: string;
}

/**
 * What a browser needs for signing in: the same for everyone.
 * @throws AppError passkeys_unavailable
 */
export function signInOptions(
  ctx: Ctx,
  { host, binding }: Pick<PasskeyBrowser, 'host' | 'binding'>,
) {
  const party = requireRelyingParty(ctx.config, host);
  return requestOptions(party, issueChallenge(ctx, { purpose: 'sign-in', binding }));
}

type Found = Awaited<ReturnType<typeof findUsedPasskey>>;

/** As for passwords: a browser that the account knows has a limit of its own. */
function attemptLimits(ctx: Ctx, found: Found, device: string | null): [RateLimit, string][] {
  const account = found && { email: found.email, passwordHash: found.password_hash };
  return account && isKnownDevice(ctx, account, device)
    ? [[LIMITS.passkeyDevice, hashToken(`${account.email} ${device}`)]]
    : [[LIMITS.passkeyIp, ipPrefix(ctx.ip)]];
}

/** @throws AppError passkey_rejected, rate_limited */
async function prove(ctx: Ctx, used: UsedPasskey, browser: PasskeyBrowser): Promise<ProvenPasskey> {
  const { host, binding, device } = browser;
  const expected = {
    party: requireRelyingParty(ctx.config, host),
    purpose: 'sign-in',
    binding,
  } as const;
  const found = await findUsedPasskey(ctx, used);
  const proven = await withAttemptLimit(ctx, attemptLimits(ctx, found, device), async () =>
    found ? provePasskey(ctx, used, found, expected) : null,
  );
  if (proven) return proven;
  ctx.log.warn({ event: 'passkey_sign_in_failed', requestId: ctx.requestId, address: ctx.ip });
  throw new AppError('passkey_rejected');
}

/**
 * Signs a member in with a passkey. One that is unknown, removed, a copy's or a disabled member's is rejected alike.
 * @returns the member, and the values of the cookies `session` and `device`
 * @throws AppError passkey_rejected, passkeys_unavailable, rate_limited
 */
export async function signInWithPasskey(
  ctx: Ctx,
  used: UsedPasskey,
  browser: PasskeyBrowser,
): Promise<{ member: SignedIn; session: string; device: string }> {
  const proven = await prove(ctx, used, browser);
  const { member_id, password_hash: passwordHash, email } = proven;
  await ctx.limits.consume(LIMITS.passkeySuccess, member_id);
  const session = await createSession(ctx, member_id, browser, async (tx) => {
    await requirePasswordHash(tx, member_id, passwordHash, 'passkey_rejected');
    await recordUse(ctx, tx, proven);
  });
  ctx.log.info({
    event: 'signed_in',
    requestId: ctx.requestId,
    member: member_id,
    passkey: proven.id,
  });
  const { account_id, name } = toAccount(proven);
  const device = createDeviceToken(ctx, { email, passwordHash });
  return { member: { account_id, name }, session, device };
}
