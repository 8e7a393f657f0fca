import * as z from 'zod/mini';

import { MAX_PASSWORD, secret } from './sign-in/passwords.ts';

/** For how many minutes a confirmed password allows actions that require it. */
export const CONFIRMATION_MINUTES = 15;

/** The field of a plain form in which the password is entered again. */
export const CONFIRM_FIELD = 'confirm_password';

/** The viewer's password, entered again. */
export const Confirmation = z.object({
  [CONFIRM_FIELD]: secret({ max: MAX_PASSWORD, required: 'password_required' }),
});
export type Confirmation = z.infer<typeof Confirmation>;
