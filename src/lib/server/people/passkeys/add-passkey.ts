import { type CreatedPasskey, MAX_PASSKEYS, type Passkey } from '#lib/contract/people/passkeys.ts';
import { findCredentials } from '#lib/server/people/auth/queries.ts';
import { requireFreshConfirmation } from '#lib/server/people/confirmations/authorize.ts';
import { lockViewer } from '#lib/server/people/sessions/lock-viewer.ts';
import { describeUserAgent } from '#lib/server/people/sessions/service.ts';
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import type { PasskeyTable } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { enqueueEmail } from '#lib/server/platform/email/enqueue-email.ts';
import { passkeyAddedEmail } from '#lib/server/platform/email/passkey-templates.ts';
import { AppError, unauthenticated } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';

import { LIMITS } from './limits.ts';
import * as queries from './queries.ts';
import { DAY_MS, sessionBinding, toPasskey } from './service.ts';
import { creationOptions, issueChallenge, requireRelyingParty, verifyCreated } from './webauthn.ts';

// https://github.com/passkeydeveloper/passkey-authenticator-aaguids
const NAMES: Record<string, string> = {
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'Apple Passwords',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'Apple Passwords',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
};

/**
 * Names what stores a passkey, so that members know their passkeys apart. Not proven: for display only.
 * @param aaguid as the authenticator sent it
 * @returns undefined for most security keys, and for browsers that do not report it
 */
const providerName = (aaguid: string): string | undefined => NAMES[aaguid];

/** @throws AppError too_many_passkeys */
function requireRoom(passkeys: PasskeyTable[]): void {
  if (passkeys.length >= MAX_PASSKEYS) throw new AppError('too_many_passkeys');
}

/**
 * What the viewer's browser needs for creating a passkey.
 * @param host the Host header
 * @throws AppError confirmation_required, too_many_passkeys, passkeys_unavailable
 */
export async function addOptions(ctx: Ctx, host: string | undefined) {
  const { id, account } = requireViewer(ctx);
  requireFreshConfirmation(ctx);
  const party = requireRelyingParty(ctx.config, host);
  const passkeys = await queries.listPasskeys(ctx.db, id);
  requireRoom(passkeys);
  const member = await findCredentials(ctx.db, 'id', id);
  if (!member) throw unauthenticated();
  const challenge = issueChallenge(ctx, { purpose: 'add', binding: sessionBinding(ctx) });
  return creationOptions(
    party,
    challenge,
    { id, email: member.email, name: account.name },
    passkeys,
  );
}

const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

/** @throws AppError passkey_invalid, passkeys_unavailable */
async function toRow(
  ctx: Ctx,
  created: CreatedPasskey,
  { host, userAgent }: AddBrowser,
): Promise<PasskeyTable> {
  const party = requireRelyingParty(ctx.config, host);
  const expected = { party, purpose: 'add', binding: sessionBinding(ctx) } as const;
  const verified = await verifyCreated(ctx, created, expected);
  if (!verified) throw new AppError('passkey_invalid');
  const { aaguid, ...credential } = verified;
  const known = created.response.transports?.filter((each) => TRANSPORTS.has(each)) ?? [];
  return {
    ...credential,
    id: newId(),
    member_id: requireViewer(ctx).id,
    transports: known.join(','),
    name: providerName(aaguid) ?? describeUserAgent(userAgent),
    created_at: ctx.now(),
    used_at: null,
  };
}

/** The browser that has a new passkey. */
interface AddBrowser {
  /** the Host header */
  host: string | undefined;
  userAgent: string;
}

/**
 * Adds a passkey that the viewer's browser created, and queues an email about it.
 * @throws AppError confirmation_required, passkey_invalid, passkey_exists, too_many_passkeys, passkeys_unavailable,
 * rate_limited
 */
export async function addPasskey(
  ctx: Ctx,
  created: CreatedPasskey,
  browser: AddBrowser,
): Promise<Passkey> {
  const { id } = requireViewer(ctx);
  requireFreshConfirmation(ctx);
  await ctx.limits.consume(LIMITS.changePasskeys, id);
  const row = await toRow(ctx, created, browser);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx, { allowsSuspended: true });
    requireRoom(await queries.listPasskeys(tx, id));
    if (!(await queries.insertPasskey(tx, row))) throw new AppError('passkey_exists');
    const member = await findCredentials(tx, 'id', id);
    if (!member) throw unauthenticated();
    await enqueueEmail(ctx, tx, passkeyAddedEmail(member, row.name, ctx.config.publicUrl), DAY_MS);
  });
  ctx.log.info({ event: 'passkey_added', requestId: ctx.requestId, member: id, passkey: row.id });
  return toPasskey(row);
}
