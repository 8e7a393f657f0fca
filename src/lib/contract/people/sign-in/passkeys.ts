import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { text } from '#lib/contract/text.ts';

const MAX_PASSKEY_NAME = 60;

const INVALID = 'passkey_invalid' satisfies ErrorCode;
// More than any authenticator sends.
const MAX_PART = 16_384;
const MAX_TRANSPORTS = 10;

const part = z.string(INVALID).check(z.maxLength(MAX_PART, INVALID), z.regex(/^[\w-]+$/, INVALID));
const credential = <R extends z.ZodMiniType>(response: R) =>
  z.object(
    { id: part, rawId: part, type: z.literal('public-key', INVALID), response },
    'object_expected' satisfies ErrorCode,
  );

/** The browser's result of creating a passkey (https://www.w3.org/TR/webauthn-3/, RegistrationResponseJSON). */
export const CreatedPasskey = credential(
  z.object(
    {
      clientDataJSON: part,
      attestationObject: part,
      transports: z.optional(
        z.array(z.string(INVALID)).check(z.maxLength(MAX_TRANSPORTS, INVALID)),
      ),
    },
    INVALID,
  ),
);
export type CreatedPasskey = z.infer<typeof CreatedPasskey>;

/** The browser's result of signing a challenge (AuthenticationResponseJSON). */
export const UsedPasskey = credential(
  z.object(
    {
      clientDataJSON: part,
      authenticatorData: part,
      signature: part,
      /** missing for some security keys */
      userHandle: z.optional(z.union([part, z.literal(''), z.null()], INVALID)),
    },
    INVALID,
  ),
);
export type UsedPasskey = z.infer<typeof UsedPasskey>;

export const PasskeyChange = z.object(
  { name: text({ max: MAX_PASSKEY_NAME, required: 'passkey_name_required', oneLine: true }) },
  'object_expected' satisfies ErrorCode,
);
export type PasskeyChange = z.infer<typeof PasskeyChange>;

export const Passkey = z.object({
  passkey_id: z.string(),
  name: z.string(),
  /** ISO 8601, UTC */
  created_at: z.string(),
  /** ISO 8601, UTC; null before the first use */
  last_used: z.nullable(z.string()),
});
export type Passkey = z.infer<typeof Passkey>;

/** Newest first. */
export const PasskeyList = z.object({ passkeys: z.array(Passkey) });
export type PasskeyList = z.infer<typeof PasskeyList>;
