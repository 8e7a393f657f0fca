import { CONFIRM_FIELD } from '#lib/contract/people/confirmations.ts';
import { confirmPassword } from '#lib/server/people/confirmations/service.ts';
import { hasJustConfirmed } from '#lib/server/people/passkeys/confirm.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { fieldError } from '#lib/server/platform/errors.ts';

/** An input with the viewer's password; without it if a passkey was just used. */
interface Confirmable {
  [CONFIRM_FIELD]?: string | undefined;
}

/** Requires a new confirmation, however recent the last one is: the password, or a passkey that was just used. */
export async function confirmNow(ctx: Ctx, input: Confirmable): Promise<void> {
  const password = input[CONFIRM_FIELD];
  if (password !== undefined) return confirmPassword(ctx, { [CONFIRM_FIELD]: password });
  if (!(await hasJustConfirmed(ctx))) throw fieldError(CONFIRM_FIELD, 'password_required');
}
