import type { Passkey, PasskeyList } from '#lib/contract/people/passkeys.ts';
import { findCredentials } from '#lib/server/people/auth/queries.ts';
import { requireFreshConfirmation } from '#lib/server/people/confirmations/authorize.ts';
import { lockViewer } from '#lib/server/people/sessions/lock-viewer.ts';
import { type Ctx, requireSessionId, requireViewer } from '#lib/server/platform/context.ts';
import type { Executor, PasskeyTable } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { enqueueEmail } from '#lib/server/platform/email/enqueue-email.ts';
import { passkeyRemovedEmail } from '#lib/server/platform/email/passkey-templates.ts';
import { notFound, unauthenticated } from '#lib/server/platform/errors.ts';

import { LIMITS } from './limits.ts';
import * as queries from './queries.ts';
import { findRelyingParty, userHandleOf } from './webauthn.ts';

/** How long an email about a passkey is worth sending. */
export const DAY_MS = 86_400_000;

/** @returns what a challenge of a signed-in browser is bound to */
export const sessionBinding = (ctx: Ctx): string => `session ${requireSessionId(ctx)}`;

export const toPasskey = ({ id, name, created_at, used_at }: PasskeyTable): Passkey => ({
  passkey_id: id,
  name,
  created_at: new Date(created_at).toISOString(),
  last_used: used_at === null ? null : new Date(used_at).toISOString(),
});

/** Lists the viewer's passkeys, newest first. */
export async function listPasskeys(ctx: Ctx): Promise<PasskeyList> {
  const rows = await queries.listPasskeys(ctx.db, requireViewer(ctx).id);
  return { passkeys: rows.map(toPasskey) };
}

/** Runs a transaction that changes the viewer's passkeys. */
async function changePasskeys<T>(
  ctx: Ctx,
  work: (tx: Executor, member_id: string) => Promise<T>,
): Promise<T> {
  const { id } = requireViewer(ctx);
  await ctx.limits.consume(LIMITS.changePasskeys, id);
  return transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx, { allowsSuspended: true });
    return work(tx, id);
  });
}

/** @throws AppError passkey_not_found, rate_limited */
export const renamePasskey = (ctx: Ctx, id: string, name: string): Promise<Passkey> =>
  changePasskeys(ctx, async (tx, member_id) => {
    const row = await queries.renamePasskey(tx, { id, member_id }, name);
    if (!row) throw notFound('passkey');
    return toPasskey(row);
  });

/**
 * Removes a passkey of the viewer, and queues an email about it. The password remains.
 * @throws AppError confirmation_required, passkey_not_found, rate_limited
 */
export async function removePasskey(ctx: Ctx, id: string): Promise<void> {
  requireFreshConfirmation(ctx);
  await changePasskeys(ctx, async (tx, member_id) => {
    const removed = await queries.deletePasskey(tx, { id, member_id });
    if (!removed) throw notFound('passkey');
    const member = await findCredentials(tx, 'id', member_id);
    if (!member) throw unauthenticated();
    const email = passkeyRemovedEmail(member, removed.name, ctx.config.publicUrl);
    await enqueueEmail(ctx, tx, email, DAY_MS);
  });
  const { id: member } = requireViewer(ctx);
  ctx.log.info({ event: 'passkey_removed', requestId: ctx.requestId, member, passkey: id });
}

/**
 * What a browser may notify its password manager of: which passkeys are the viewer's. It hides the others.
 * @param host the Host header
 * @returns null where browsers have no passkeys
 */
export async function acceptedPasskeys(ctx: Ctx, host: string | null) {
  const { id } = requireViewer(ctx);
  const party = findRelyingParty(ctx.config, host);
  if (!party) return null;
  const passkeys = await queries.listPasskeys(ctx.db, id);
  return {
    rpId: party.id,
    userId: userHandleOf(id),
    allAcceptedCredentialIds: passkeys.map(({ credential_id }) => credential_id),
  };
}
