import { PhoneInput } from '#lib/contract/people/profile.ts';
import { updatePhone } from '#lib/server/people/profile/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { AppError, validationError } from '#lib/server/platform/errors.ts';

/** Saves the phone number of a member who had none, from a form that has a field for it. @throws AppError about it */
export async function savePhone(ctx: Ctx, form: URLSearchParams): Promise<void> {
  const phone_number = form.get('phone_number');
  if (phone_number === null) return;
  const { data, error } = PhoneInput.safeParse({ phone_number });
  if (error) throw validationError(error.issues);
  await updatePhone(ctx, data).catch((thrown: unknown) => {
    if (!(thrown instanceof AppError && thrown.code === 'no_changes')) throw thrown;
  });
}
