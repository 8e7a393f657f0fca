// The phone number for logging in. It is only an identifier, like an email, and useless without the password. Members
// merely claim it; staff confirm it in person, so that no one can keep a number from its owner
// (docs/decisions/0100-claimed-numbers.md). Not to be confused with `contact_phone`, which others see.
import type { SignInPhoneInput } from '#lib/contract/people/managed-members.ts';
import type { PhoneInput } from '#lib/contract/people/profile.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import { findAnyMember, updateMember } from '#lib/server/people/members/queries.ts';
import { findEnabledOrThrow } from '#lib/server/people/members/service.ts';
import { authorizeAct, requireFreshConfirmation } from '#lib/server/people/viewer/authorize-act.ts';
import { lockStaffViewer, lockViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { isUniqueViolation } from '#lib/server/platform/db/unique-constraints.ts';
import { AppError, fieldError } from '#lib/server/platform/errors.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';
import { noteSeen } from '#lib/server/platform/sms/numbers.ts';

import { freeNumbers } from './give-numbers.ts';
import { deleteClaim, findClaim, upsertClaim } from './queries.ts';

export const LIMITS = defineLimits({
  changeSignInPhone: {
    what: "a member's changes of the phone number they log in with",
    points: 5,
    seconds: 86_400,
  },
});

const taken = () => fieldError('phone_number', 'phone_taken');

const noChanges = () => fieldError('phone_number', 'no_changes');

/** Withdraws a member's claim, or else removes the number. */
async function removeNumber(tx: Executor, id: string): Promise<void> {
  const { email, sign_in_phone } = await findEnabledOrThrow(tx, id);
  const claim = await findClaim(tx, id);
  await deleteClaim(tx, id);
  if (claim !== null && claim !== sign_in_phone) return;
  if (sign_in_phone === null) throw noChanges();
  if (email === null) throw new AppError('phone_needed');
  await updateMember(tx, id, { sign_in_phone: null });
}

/** Assigns a number to a member whom staff have in front of them. */
async function giveNumber(ctx: Ctx, tx: Executor, id: string, phone: string): Promise<void> {
  const { sign_in_phone } = await findEnabledOrThrow(tx, id);
  const isConfirmed = sign_in_phone === phone && (await findClaim(tx, id)) !== phone;
  if (isConfirmed) throw noChanges();
  await freeNumbers(ctx, tx, [phone], id);
  const owner = await findAnyMember(tx, 'sign_in_phone', phone);
  if (owner && owner.member_id !== id) throw taken();
  await deleteClaim(tx, id);
  await updateMember(tx, id, { sign_in_phone: phone });
  await noteSeen(ctx, tx, phone);
}

/** Another member may have taken the number concurrently. */
async function orTaken(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    throw isUniqueViolation(error, 'members_sign_in_phone_key') ? taken() : error;
  });
}

async function claimNumber(
  ctx: Ctx,
  tx: Executor,
  member_id: string,
  phone: string,
): Promise<void> {
  const { sign_in_phone } = await findEnabledOrThrow(tx, member_id);
  if (phone === sign_in_phone || phone === (await findClaim(tx, member_id))) throw noChanges();
  await upsertClaim(tx, { member_id, phone, claimed_at: ctx.now() });
}

/**
 * Claims the number with which the viewer wants to log in, whoever has it: it works once staff have confirmed it in
 * person. Null withdraws the claim, or else removes the number.
 */
export async function setSignInPhone(
  ctx: Ctx,
  phone: PhoneInput['phone_number'] | null,
): Promise<void> {
  const { id } = requireViewer(ctx);
  requireFreshConfirmation(ctx);
  await ctx.limits.consume(LIMITS.changeSignInPhone, id);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx, { allowsSuspended: true });
    await (phone === null ? removeNumber(tx, id) : claimNumber(ctx, tx, id, phone));
  });
  ctx.log.info({ event: 'sign_in_phone_changed', requestId: ctx.requestId, member: id });
}

/** Sets a member's number for logging in, for staff; null removes it. */
export async function setSignInPhoneOf(
  ctx: Ctx,
  id: string,
  { phone_number }: SignInPhoneInput,
): Promise<void> {
  const { id: actorId } = authorizeAct(ctx, 'member.phone_set');
  await orTaken(
    transact(ctx, { invalidates: [] }, async (tx) => {
      await lockStaffViewer(ctx, tx, 'member.phone_set', [id]);
      await (phone_number === null ? removeNumber(tx, id) : giveNumber(ctx, tx, id, phone_number));
      const target = { targetType: 'member', targetId: id } as const;
      await recordAct(tx, { actorId, act: 'member.phone_set', ...target });
    }),
  );
}
