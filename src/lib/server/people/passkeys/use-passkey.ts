import type { SignedIn } from '#lib/contract/people/sign-in/auth.ts';
import type { UsedPasskey } from '#lib/contract/people/sign-in/passkeys.ts';
import { createDeviceToken, isKnownDevice } from '#lib/server/people/credentials/device-tokens.ts';
import { loginOf } from '#lib/server/people/credentials/queries.ts';
import { toAccount } from '#lib/server/people/members/service.ts';
import {
  type SignInBrowser,
  createSession,
  requirePasswordHash,
} from '#lib/server/people/sessions/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { withAttemptLimit } from '#lib/server/platform/rate-limits/attempt-limit.ts';
import type { RateLimit } from '#lib/server/platform/rate-limits/define-limits.ts';
import { ipPrefix } from '#lib/server/platform/rate-limits/ip-prefix.ts';
import { hashToken } from '#lib/server/platform/secrets.ts';

import * as queries from './queries.ts';
import { LIMITS } from './service.ts';
import {
  type Expected,
  issueChallenge,
  requestOptions,
  requireRelyingParty,
  userHandleOf,
  verifyUsed,
} from './webauthn.ts';

/** A passkey whose signature was verified, with its member. */
type Found = NonNullable<Awaited<ReturnType<typeof queries.findPasskey>>>;
interface ProvenPasskey extends Found {
  /** sent by the authenticator */
  sentCounter: number;
}

/** Finds the passkey of an enabled member by the browser's response. */
export const findUsedPasskey = (ctx: Ctx, used: UsedPasskey) =>
  queries.findPasskey(ctx.db, used.id);

/** Whether a counter is valid: it has increased, or the authenticator does not count. */
const isNext = (sent: number, stored: number) => sent > stored || (sent === 0 && stored === 0);

/**
 * Verifies the use of a passkey, and uses up its challenge.
 * @param passkey when missing, only the challenge is used up
 * @returns null when it is not accepted
 */
export async function provePasskey(
  ctx: Ctx,
  used: UsedPasskey,
  passkey: Found,
  expected: Expected,
): Promise<ProvenPasskey | null> {
  const { userHandle } = used.response;
  const sentCounter = await verifyUsed(ctx, used, passkey, expected);
  if (sentCounter === null) return null;
  // Security keys that were given the credential's id send no user handle.
  if ((userHandle || userHandleOf(passkey.member_id)) !== userHandleOf(passkey.member_id))
    return null;
  if (isNext(sentCounter, passkey.counter)) return { ...passkey, sentCounter };
  logCopy(ctx, passkey.id);
  return null;
}

/** Two authenticators have the same key: one is a copy. */
const logCopy = (ctx: Ctx, passkey: string): void =>
  ctx.log.warn({ event: 'passkey_copied', requestId: ctx.requestId, passkey });

/** Stores the use of a passkey, in the transaction that it authorizes. */
export async function recordUse(ctx: Ctx, tx: Executor, passkey: ProvenPasskey): Promise<void> {
  if (await queries.updateCounter(tx, passkey.id, passkey.sentCounter, ctx.now())) return;
  throw new AppError('passkey_rejected');
}

/** A browser that logs in with a passkey. */
interface PasskeyBrowser extends SignInBrowser {
  /** the Host header */
  host: string | undefined;
  /** the browser's session, or its visitor cookie */
  binding: string;
}

/** The browser's options for logging in: the same for everyone. */
export function signInOptions(
  ctx: Ctx,
  { host, binding }: Pick<PasskeyBrowser, 'host' | 'binding'>,
) {
  const party = requireRelyingParty(ctx.config, host);
  return requestOptions(party, issueChallenge(ctx, { purpose: 'sign-in', binding }));
}

type SignInProof = Awaited<ReturnType<typeof findUsedPasskey>>;

/** As for passwords: a browser known to the account has its own limit. */
function attemptLimits(ctx: Ctx, found: SignInProof, device: string | null): [RateLimit, string][] {
  const account = found && { login: loginOf(found), passwordHash: found.password_hash };
  return account && isKnownDevice(ctx, account, device)
    ? [[LIMITS.passkeyDevice, hashToken(`${account.login} ${device}`)]]
    : [[LIMITS.passkeyIp, ipPrefix(ctx.ip)]];
}

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
 * Logs a member in with a passkey. An unknown, removed or copied one, or a disabled member's, is rejected the same
 * way.
 * @returns the member, and the values of the cookies `session` and `device`
 */
export async function signInWithPasskey(
  ctx: Ctx,
  used: UsedPasskey,
  browser: PasskeyBrowser,
): Promise<{ member: SignedIn; session: string; device: string }> {
  const proven = await prove(ctx, used, browser);
  const { member_id, password_hash: passwordHash } = proven;
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
  const device = createDeviceToken(ctx, { login: loginOf(proven), passwordHash });
  return { member: { account_id, name }, session, device };
}
