import * as z from 'zod/mini';

import { PhoneInput } from '#lib/contract/people/profile.ts';

import { Credentials } from './auth.ts';

/** For members who log in with a phone number. Apart from the schema with an email, whose page would load both. */
export const PhoneCredentials = z.extend(PhoneInput, { password: Credentials.shape.password });
export type PhoneCredentials = z.infer<typeof PhoneCredentials>;
