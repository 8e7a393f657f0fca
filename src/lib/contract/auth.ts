import * as z from 'zod/mini';

import { MAX_PASSWORD } from './passwords.ts';
import { secret } from './text.ts';

/** An e-mail address: at most 254 characters (RFC 5321), compared in lower case. */
export const Email = z
  .string({ error: 'Please enter your email.' })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, 'Please enter your email.'),
    z.maxLength(254, 'Please enter a shorter email.'),
    z.email('Please enter a valid email, like maria@example.com.'),
  );

export const Credentials = z.object({
  email: Email,
  password: secret({ max: MAX_PASSWORD, required: 'Please enter your password.' }),
});
export type Credentials = z.infer<typeof Credentials>;

/** Who is signed in, as the sign-in call answers it. */
export const SignedIn = z.object({ account_id: z.string(), name: z.string() });
export type SignedIn = z.infer<typeof SignedIn>;
