import { CONFIRM_FIELD } from '#lib/contract/confirmations.ts';
import type { DeletionInput } from '#lib/contract/deletions.ts';
import { confirmPassword } from '#lib/server/confirmations/service.ts';
import type { Ctx } from '#lib/server/context.ts';
import { fieldError } from '#lib/server/errors.ts';
import { hasJustConfirmed } from '#lib/server/passkeys/confirm.ts';

/**
 * Proves who the viewer is, however fresh the last proof is: by the password, or by a passkey used a moment ago.
 * @throws AppError password_required or wrong_current_password of the field, rate_limited
 */
export async function confirmDeletion(ctx: Ctx, input: DeletionInput): Promise<void> {
  const password = input[CONFIRM_FIELD];
  if (password !== undefined) return confirmPassword(ctx, { [CONFIRM_FIELD]: password });
  if (!(await hasJustConfirmed(ctx))) throw fieldError(CONFIRM_FIELD, 'password_required');
}
