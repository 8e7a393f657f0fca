import type { UsedPasskey } from '#lib/contract/people/passkeys.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { AppError } from '#lib/server/platform/errors.ts';

import * as queries from './queries.ts';
import { type Expected, userHandleOf, verifyUsed } from './webauthn.ts';

/** A passkey that signed its challenge, with its member. */
type Found = NonNullable<Awaited<ReturnType<typeof queries.findPasskey>>>;
export interface ProvenPasskey extends Found {
  /** that the authenticator sent */
  sentCounter: number;
}

/** Finds a passkey of an enabled member by what a browser sent. */
export const findUsedPasskey = (ctx: Ctx, used: UsedPasskey) =>
  queries.findPasskey(ctx.db, used.id);

/** Whether a counter is one that follows: it rises, or the authenticator has none. */
const isNext = (sent: number, stored: number) => sent > stored || (sent === 0 && stored === 0);

/**
 * Verifies the use of a passkey, and uses up its challenge.
 * @param passkey that was found; without one, the challenge alone is used up
 * @returns null for one that is not accepted
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
  // A security key that was given the credential's id sends no handle.
  if ((userHandle || userHandleOf(passkey.member_id)) !== userHandleOf(passkey.member_id))
    return null;
  if (isNext(sentCounter, passkey.counter)) return { ...passkey, sentCounter };
  logCopy(ctx, passkey.id);
  return null;
}

/** Two authenticators have the same key: one of them is a copy. */
const logCopy = (ctx: Ctx, passkey: string): void =>
  ctx.log.warn({ event: 'passkey_copied', requestId: ctx.requestId, passkey });

/**
 * Stores the use of a passkey, in the transaction of what it allows.
 * @throws AppError passkey_rejected when it was removed, or a copy was used at the same time
 */
export async function recordUse(ctx: Ctx, tx: Executor, passkey: ProvenPasskey): Promise<void> {
  if (await queries.updateCounter(tx, passkey.id, passkey.sentCounter, ctx.now())) return;
  throw new AppError('passkey_rejected');
}
