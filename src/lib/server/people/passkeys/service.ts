import { MAX_PASSKEYS } from '#lib/contract/limits.ts';
import { PASSKEYS_PATH } from '#lib/contract/paths.ts';
import type {
  CreatedPasskey,
  Passkey,
  PasskeyList,
} from '#lib/contract/people/sign-in/passkeys.ts';
import { t } from '#lib/messages/t.ts';
import { findCredentials, loginOf } from '#lib/server/people/credentials/queries.ts';
import { describeUserAgent } from '#lib/server/people/sessions/service.ts';
import { requireFreshConfirmation } from '#lib/server/people/viewer/authorize-act.ts';
import { lockViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Executor, PasskeyTable } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import type { Email } from '#lib/server/platform/email/email.ts';
import { enqueueEmailTo } from '#lib/server/platform/email/enqueue-email.ts';
import { AppError, notFound, unauthenticated } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { requireSessionId, requireViewer } from '#lib/server/platform/require-viewer.ts';
import { site } from '#lib/site.ts';

import * as queries from './queries.ts';
import {
  creationOptions,
  findRelyingParty,
  issueChallenge,
  requireRelyingParty,
  userHandleOf,
  verifyCreated,
} from './webauthn.ts';

/** How long an email about a passkey is useful. */
const DAY_MS = 86_400_000;

/** @returns the binding of challenges to a logged-in browser */
export const sessionBinding = (ctx: Ctx): string => `session ${requireSessionId(ctx)}`;

const toPasskey = ({ id, name, created_at, used_at }: PasskeyTable): Passkey => ({
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

const MINUTES_15 = 900;

export const LIMITS = defineLimits({
  passkeyIp: {
    what: 'rejected passkeys from an IP, by browsers that are unknown to the account',
    points: 30,
    seconds: MINUTES_15,
  },
  passkeyDevice: {
    what: 'rejected passkeys of an account, from one browser it is known to',
    points: 10,
    seconds: MINUTES_15,
  },
  // Each costs a session.
  passkeySuccess: { what: 'logins of a member with a passkey', points: 300, seconds: MINUTES_15 },
  passkeyConfirmation: {
    what: "a member's rejected passkeys where it stands for the password entered again",
    points: 10,
    seconds: MINUTES_15,
  },
  // Most send an email.
  changePasskeys: {
    what: "a member's changes of passkeys, and attempts to add one",
    points: 30,
    seconds: MINUTES_15,
  },
});

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

export const renamePasskey = (ctx: Ctx, id: string, name: string): Promise<Passkey> =>
  changePasskeys(ctx, async (tx, member_id) => {
    const row = await queries.renamePasskey(tx, { id, member_id }, name);
    if (!row) throw notFound('passkey');
    return toPasskey(row);
  });

/** Removes a passkey of the viewer, and queues an email about it. The password stays. */
export async function removePasskey(ctx: Ctx, id: string): Promise<void> {
  requireFreshConfirmation(ctx);
  await changePasskeys(ctx, async (tx, member_id) => {
    const removed = await queries.deletePasskey(tx, { id, member_id });
    if (!removed) throw notFound('passkey');
    const member = await findCredentials(tx, 'id', member_id);
    if (!member) throw unauthenticated();
    const write = (to: Email['to']) => passkeyRemovedEmail(to, removed.name, ctx.config.publicUrl);
    await enqueueEmailTo(ctx, tx, member, write, DAY_MS);
  });
  const { id: member } = requireViewer(ctx);
  ctx.log.info({ event: 'passkey_removed', requestId: ctx.requestId, member, passkey: id });
}

/**
 * The viewer's passkeys, so that the browser's password manager can hide all others.
 * @param host the Host header
 * @returns null where browsers do not support passkeys
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
 * Names the provider of a passkey, so that members can distinguish their passkeys. Unverified: for display only.
 * @param aaguid as sent by the authenticator
 * @returns undefined for most security keys, and for browsers that do not report it
 */
const providerName = (aaguid: string): string | undefined => NAMES[aaguid];

function requireRoom(passkeys: PasskeyTable[]): void {
  if (passkeys.length >= MAX_PASSKEYS) throw new AppError('too_many_passkeys');
}

/**
 * The browser's options for creating a passkey.
 * @param host the Host header
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
    { id, login: loginOf(member), name: account.name },
    passkeys,
  );
}

const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

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

/** The browser that created a passkey. */
interface AddBrowser {
  /** the Host header */
  host: string | undefined;
  userAgent: string;
}

/** Adds a passkey that the viewer's browser created, and queues an email about it. */
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
    const write = (to: Email['to']) => passkeyAddedEmail(to, row.name, ctx.config.publicUrl);
    await enqueueEmailTo(ctx, tx, member, write, DAY_MS);
  });
  ctx.log.info({ event: 'passkey_added', requestId: ctx.requestId, member: id, passkey: row.id });
  return toPasskey(row);
}

/**
 * The email after a passkey was added.
 * @param origin the site's origin
 */
function passkeyAddedEmail(to: Email['to'], name: string, origin: string): Email {
  return {
    to,
    subject: t('email.passkey_added_subject', { site: site.name }),
    paragraphs: [
      t('email.hello', { name: to.name }),
      t('email.passkey_added', { name, site: site.name }),
      t('email.all_set'),
      t('email.passkey_added_not_you', { email: site.contactEmail, url: origin + PASSKEYS_PATH }),
    ],
  };
}

/**
 * The email after a passkey was removed.
 * @param origin the site's origin
 */
function passkeyRemovedEmail(to: Email['to'], name: string, origin: string): Email {
  return {
    to,
    subject: t('email.passkey_removed_subject', { site: site.name }),
    paragraphs: [
      t('email.hello', { name: to.name }),
      t('email.passkey_removed', { name, site: site.name }),
      t('email.all_set'),
      t('email.passkey_removed_not_you', { email: site.contactEmail, url: origin + PASSKEYS_PATH }),
    ],
  };
}
