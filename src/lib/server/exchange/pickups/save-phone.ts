import { PhoneInput } from '#lib/contract/people/profile.ts';
import { getProfile, updatePhone } from '#lib/server/people/profile/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { AppError, validationError } from '#lib/server/platform/errors.ts';

/** Saves the phone number of a member who had none, from a form that has a field for it. @throws AppError about it */
export async function savePhone(ctx: Ctx, form: URLSearchParams): Promise<void> {
  const phone_number = form.get('phone_number');
  // One that is there is for its member alone to change: a steward sends this form, too.
  if (phone_number === null || (await getProfile(ctx)).contact_phone) return;
  const { data, error } = PhoneInput.safeParse({ phone_number });
  if (error) throw validationError(error.issues);
  await updatePhone(ctx, data).catch((thrown: unknown) => {
    if (!(thrown instanceof AppError && thrown.code === 'no_changes')) throw thrown;
  });
}
