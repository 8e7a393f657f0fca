// A member who cannot log in gets a code in person from staff who know them; never by SMS: a stolen SIM card would
// then give access to the account (docs/decisions/0087-members-without-email.md).
import { randomInt } from 'node:crypto';

import {
  DESK_CODE_ALPHABET,
  DESK_CODE_HOURS,
  DESK_CODE_LENGTH,
  type DeskCode,
  type DeskCodeUse,
} from '#lib/contract/people/sign-in/desk-codes.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import { createDeviceToken } from '#lib/server/people/credentials/device-tokens.ts';
import { hashPassword } from '#lib/server/people/credentials/password-hash.ts';
import { findCredentials, loginOf, loginsOf } from '#lib/server/people/credentials/queries.ts';
import { resetSignInLimit } from '#lib/server/people/credentials/sign-in-limits.ts';
import { isEnabledStaff } from '#lib/server/people/members/queries.ts';
import { findEnabledOrThrow } from '#lib/server/people/members/service.ts';
import { deletePasskeysOf } from '#lib/server/people/passkeys/queries.ts';
import { replacePassword } from '#lib/server/people/passwords/change-password.ts';
import { rejectCommonPassword } from '#lib/server/people/passwords/common-password.ts';
import { deleteResetsByMember } from '#lib/server/people/passwords/password-reset/queries.ts';
import { endIn } from '#lib/server/people/stewards/service.ts';
import { authorizeAct } from '#lib/server/people/viewer/authorize-act.ts';
import { lockStaffViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { lockRows, transact } from '#lib/server/platform/db/transact.ts';
import { AppError, fieldError } from '#lib/server/platform/errors.ts';
import { withAttemptLimit } from '#lib/server/platform/rate-limits/attempt-limit.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { ipPrefix } from '#lib/server/platform/rate-limits/ip-prefix.ts';

import * as codes from './queries.ts';

const LIFETIME_MS = DESK_CODE_HOURS * 3_600_000;

export const LIMITS = defineLimits({
  makeDeskCode: { what: 'codes that a member of staff makes', points: 60, seconds: 3600 },
  useDeskCode: { what: 'wrong codes of staff from an IP', points: 30, seconds: 900 },
});

const newCode = (): string =>
  Array.from(
    { length: DESK_CODE_LENGTH },
    () => DESK_CODE_ALPHABET[randomInt(DESK_CODE_ALPHABET.length)],
  ).join('');

// Signed, because a short code could be guessed from a plain hash in a leaked database.
const hashOf = ({ secrets }: Services, code: string): string => secrets.sign('desk-code', code);

/**
 * Makes a code with which a member can choose a password once, within a day; staff hand it over. An earlier code
 * becomes invalid.
 */
export async function makeDeskCode(ctx: Ctx, memberId: string): Promise<DeskCode> {
  const { id: actorId } = authorizeAct(ctx, 'member.code_made');
  await ctx.limits.consume(LIMITS.makeDeskCode, actorId);
  const code = newCode();
  const created_at = ctx.now();
  const expires_at = created_at + LIFETIME_MS;
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockStaffViewer(ctx, tx, 'member.code_made', [memberId]);
    const member = await findEnabledOrThrow(tx, memberId);
    // Otherwise a staff member could take over another's account.
    if (member.role === 'staff') throw new AppError('staff_account');
    const row = { member_id: memberId, code_hash: hashOf(ctx, code), actor_id: actorId };
    await codes.upsertDeskCode(tx, { ...row, created_at, expires_at });
    const target = { targetType: 'member', targetId: memberId } as const;
    await recordAct(tx, { actorId, act: 'member.code_made', ...target });
  });
  const half = DESK_CODE_LENGTH / 2;
  return {
    code: `${code.slice(0, half)}-${code.slice(half)}`,
    expires_date: new Date(expires_at).toISOString(),
  };
}

/** Finds the code's member and author. @returns null when the code is invalid or expired */
async function findOwner(ctx: Ctx, db: Executor, codeHash: string) {
  const found = await codes.findDeskCode(db, codeHash, ctx.now());
  const member = found && (await findCredentials(db, 'id', found.member_id));
  if (!member || member.role === 'staff') return null;
  // A former staff member may have made it for themselves.
  return (await isEnabledStaff(db, found.actor_id)) ? { ...member, actorId: found.actor_id } : null;
}

const wrongCode = () => fieldError('code', 'wrong_desk_code');

/**
 * Sets the password that a member chooses with a desk code. Ends all sessions, deletes all passkeys, and starts no
 * session; the member chooses whether their steward continues.
 * @returns a new device token
 */
export async function useDeskCode(
  ctx: Ctx,
  { code, password, steward }: DeskCodeUse,
): Promise<string> {
  const codeHash = hashOf(ctx, code);
  const owner = await withAttemptLimit(ctx, [[LIMITS.useDeskCode, ipPrefix(ctx.ip)]], () =>
    findOwner(ctx, ctx.db, codeHash),
  );
  if (!owner) {
    ctx.log.warn({ event: 'wrong_desk_code', requestId: ctx.requestId, address: ctx.ip });
    throw wrongCode();
  }
  rejectCommonPassword(password, owner, 'password');
  const passwordHash = await hashPassword(password);
  const { member_id, actorId } = owner;
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockRows(tx, 'members', [member_id]);
    // Of two concurrent uses, the second fails: the new password ends the code.
    if (!(await findOwner(ctx, tx, codeHash))) throw wrongCode();
    await deleteResetsByMember(tx, member_id);
    // Most members who need a code have lost the phone with their passkeys.
    await deletePasskeysOf(tx, member_id);
    await replacePassword(ctx, tx, member_id, passwordHash, null);
    if (steward === 'end') await endIn(ctx, tx, { actorId: member_id, personId: member_id });
    const target = { targetType: 'member', targetId: member_id } as const;
    await recordAct(tx, { actorId, act: 'member.code_used', ...target });
  });
  await resetSignInLimit(ctx, loginsOf(owner));
  ctx.log.info({ event: 'desk_code_used', requestId: ctx.requestId, member: member_id });
  return createDeviceToken(ctx, { login: loginOf(owner), passwordHash });
}

export const deleteExpiredDeskCodes = ({ db, now }: Services) =>
  codes.deleteExpiredDeskCodes(db, now());
