import * as z from 'zod/mini';

import { PhoneInput } from '#lib/contract/people/profile.ts';

import { Credentials } from './auth.ts';

/** Of a member who signs in with a phone number. Apart from those of an email, whose page loads them. */
export const PhoneCredentials = z.extend(PhoneInput, { password: Credentials.shape.password });
export type PhoneCredentials = z.infer<typeof PhoneCredentials>;
