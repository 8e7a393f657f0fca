// The number that a member signs in with. No member proves it: it is a name, as an email is here, and opens nothing without the
// password. `contact_phone`, which others see, is another.
import type { SignInPhoneInput } from '#lib/contract/people/managed-members.ts';
import type { PhoneInput } from '#lib/contract/people/profile.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import {
  authorizeAct,
  requireFreshConfirmation,
} from '#lib/server/people/confirmations/service.ts';
import { findEnabledOrThrow } from '#lib/server/people/managed-members/service.ts';
import { findAnyMember, updateMember } from '#lib/server/people/members/queries.ts';
import { lockStaffViewer, lockViewer } from '#lib/server/people/sessions/service.ts';
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { isUniqueViolation } from '#lib/server/platform/db/unique-constraints.ts';
import { AppError, fieldError } from '#lib/server/platform/errors.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { noteSeen } from '#lib/server/platform/sms/numbers.ts';

export const LIMITS = defineLimits({
  // It tells who tries which numbers have an account.
  changeSignInPhone: {
    what: "a member's changes of the phone number they log in with",
    points: 5,
    seconds: 86_400,
  },
});

const taken = () => fieldError('phone_number', 'phone_taken');

/** @throws AppError no_changes, phone_taken, phone_needed */
async function store(tx: Executor, id: string, phone: string | null): Promise<void> {
  const { email, sign_in_phone } = await findEnabledOrThrow(tx, id);
  if (sign_in_phone === phone) throw fieldError('phone_number', 'no_changes');
  if (phone === null && email === null) throw new AppError('phone_needed');
  if (phone !== null && (await findAnyMember(tx, 'sign_in_phone', phone))) throw taken();
  await updateMember(tx, id, { sign_in_phone: phone });
}

/** Somebody else may have taken the number at the same time. */
async function orTaken(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    throw isUniqueViolation(error, 'members_sign_in_phone_key') ? taken() : error;
  });
}

/**
 * Sets the number that the viewer signs in with; null removes it.
 * @throws AppError confirmation_required, no_changes, phone_taken, phone_needed, rate_limited
 */
export async function setSignInPhone(
  ctx: Ctx,
  phone: PhoneInput['phone_number'] | null,
): Promise<void> {
  const { id } = requireViewer(ctx);
  requireFreshConfirmation(ctx);
  await ctx.limits.consume(LIMITS.changeSignInPhone, id);
  await orTaken(
    transact(ctx, { invalidates: [] }, async (tx) => {
      await lockViewer(ctx, tx, { allowsSuspended: true });
      await store(tx, id, phone);
    }),
  );
  ctx.log.info({ event: 'sign_in_phone_changed', requestId: ctx.requestId, member: id });
}

/**
 * Sets the number that a member signs in with, for staff; null removes it.
 * @throws AppError staff_only, confirmation_required, member_not_found, member_disabled, no_changes, phone_taken,
 *   phone_needed
 */
export async function setSignInPhoneOf(
  ctx: Ctx,
  id: string,
  { phone_number }: SignInPhoneInput,
): Promise<void> {
  const { id: actorId } = authorizeAct(ctx, 'member.phone_set');
  await orTaken(
    transact(ctx, { invalidates: [] }, async (tx) => {
      await lockStaffViewer(ctx, tx, 'member.phone_set', [id]);
      await store(tx, id, phone_number);
      if (phone_number !== null) await noteSeen(ctx, tx, phone_number);
      const target = { targetType: 'member', targetId: id } as const;
      await recordAct(tx, { actorId, act: 'member.phone_set', ...target });
    }),
  );
}
