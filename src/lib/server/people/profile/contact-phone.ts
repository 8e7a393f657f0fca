// The number that the other of two sees once they agree: of members, and of people whose steward acts in their place.
import { OthersPhoneInput, PhoneInput } from '#lib/contract/people/profile.ts';
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { AppError, validationError } from '#lib/server/platform/errors.ts';

import { findContactPhone } from './queries.ts';
import { updatePhone } from './service.ts';

/** Whether a steward acts: the number is not theirs. */
const isForPerson = (ctx: Ctx): boolean => requireViewer(ctx).stewardId !== undefined;

/** @throws AppError contact_required, number_needed when the viewer has no phone number */
export async function requirePhone(ctx: Ctx, tx: Executor): Promise<void> {
  if (await findContactPhone(tx, requireViewer(ctx).id)) return;
  throw new AppError(isForPerson(ctx) ? 'number_needed' : 'contact_required');
}

/** Saves the phone number of a member who had none, from a form that has a field for it. @throws AppError about it */
export async function savePhone(ctx: Ctx, form: URLSearchParams): Promise<void> {
  const phone_number = form.get('phone_number');
  // One that is there is for its member alone to change: a steward sends this form, too.
  if (phone_number === null || (await findContactPhone(ctx.db, requireViewer(ctx).id))) return;
  const { data, error } = (isForPerson(ctx) ? OthersPhoneInput : PhoneInput).safeParse({
    phone_number,
  });
  if (error) throw validationError(error.issues);
  await updatePhone(ctx, data).catch((thrown: unknown) => {
    if (!(thrown instanceof AppError && thrown.code === 'no_changes')) throw thrown;
  });
}
