import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { STEWARD_CHOICES } from '#lib/contract/people/stewards.ts';

import { newPassword } from './passwords.ts';

/** For how many hours a desk code is valid. */
export const DESK_CODE_HOURS = 24;

/** Letters and digits that cannot be confused. */
export const DESK_CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
export const DESK_CODE_LENGTH = 10;

/** A code that staff hand to a member. */
export const DeskCode = z.object({
  /** only in this response */
  code: z.string(),
  /** the end of its validity, ISO 8601, UTC */
  expires_date: z.string(),
});
export type DeskCode = z.infer<typeof DeskCode>;

/** The code, in any notation, and the new password. */
export const DeskCodeUse = z.object({
  code: z.string('code_required' satisfies ErrorCode).check(
    z.overwrite((typed) => typed.replaceAll(/[\s-]/g, '').toUpperCase()),
    z.minLength(1, 'code_required' satisfies ErrorCode),
    z.regex(
      new RegExp(`^[${DESK_CODE_ALPHABET}]{${DESK_CODE_LENGTH}}$`),
      'wrong_desk_code' satisfies ErrorCode,
    ),
  ),
  password: newPassword('password_weak'),
  /** whether the member's steward, if any, continues */
  steward: z._default(z.enum(STEWARD_CHOICES), 'keep'),
});
export type DeskCodeUse = z.infer<typeof DeskCodeUse>;
