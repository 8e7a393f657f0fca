import type { UsedPasskey } from '#lib/contract/people/sign-in/passkeys.ts';
import { markConfirmed } from '#lib/server/people/confirmations/service.ts';
import { lockViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { withAttemptLimit } from '#lib/server/platform/rate-limits/attempt-limit.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';

import * as queries from './queries.ts';
import { LIMITS, sessionBinding } from './service.ts';
import { findUsedPasskey, provePasskey, recordUse } from './use-passkey.ts';
import {
  findRelyingParty,
  issueChallenge,
  requestOptions,
  requireRelyingParty,
} from './webauthn.ts';

/** The time between the use of a passkey and the arrival of the form. */
const MOMENT_MS = 60_000;

/**
 * Whether the viewer can confirm their identity with a passkey.
 * @param host the Host header
 */
export async function canConfirmWithPasskey(ctx: Ctx, host: string | undefined): Promise<boolean> {
  if (!ctx.viewer || !findRelyingParty(ctx.config, host)) return false;
  return queries.hasPasskeys(ctx.db, ctx.viewer.id);
}

/** Whether the viewer has just confirmed their identity with a passkey in this session. */
export async function hasJustConfirmed(ctx: Ctx): Promise<boolean> {
  const { id, confirmedAt } = requireViewer(ctx);
  const now = ctx.now();
  if (Math.abs(now - confirmedAt) > MOMENT_MS) return false;
  return queries.hasUsedPasskey(ctx.db, id, now - MOMENT_MS);
}

/**
 * The browser's options for confirming the viewer's identity with a passkey.
 * @param host the Host header
 */
export async function confirmOptions(ctx: Ctx, host: string | undefined) {
  const passkeys = await queries.listPasskeys(ctx.db, requireViewer(ctx).id);
  const party = requireRelyingParty(ctx.config, host);
  const challenge = issueChallenge(ctx, { purpose: 'confirm', binding: sessionBinding(ctx) });
  return requestOptions(party, challenge, passkeys);
}

/**
 * Confirms the viewer's identity with a passkey instead of the password.
 * @param host the Host header
 */
export async function confirmWithPasskey(
  ctx: Ctx,
  used: UsedPasskey,
  host: string | undefined,
): Promise<void> {
  const { id } = requireViewer(ctx);
  const party = requireRelyingParty(ctx.config, host);
  const expected = { party, purpose: 'confirm', binding: sessionBinding(ctx) } as const;
  const proven = await withAttemptLimit(ctx, [[LIMITS.passkeyConfirmation, id]], async () => {
    const found = await findUsedPasskey(ctx, used);
    return found?.member_id === id ? provePasskey(ctx, used, found, expected) : null;
  });
  if (!proven) throw new AppError('passkey_rejected');
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx, { allowsSuspended: true });
    await recordUse(ctx, tx, proven);
  });
  await markConfirmed(ctx);
}
