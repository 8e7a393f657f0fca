import * as z from 'zod/mini';

import { isBlank } from '#lib/contract/characters.ts';
import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { PHONE_DIGITS, toLocalNumber, withoutSeparators } from '#lib/contract/phone-numbers.ts';

import { hasLetter, isNotOneLetter, MAX_NAME, NAME, toPlainName } from './names.ts';

/** The viewer's own account. */
export const Profile = z.object({
  account_id: z.string(),
  first_name: z.string(),
  middle_name: z.string(),
  last_name: z.string(),
  /** the label of the role */
  role: z.string(),
  email: z.nullable(z.string()),
  /** the phone number for logging in: 09 and 9 digits, or null */
  sign_in_phone: z.nullable(z.string()),
  /** the number that the member wants to log in with; works once staff have confirmed it */
  claimed_phone: z.nullable(z.string()),
  /** 09 and 9 digits, or null */
  contact_phone: z.nullable(z.string()),
  /** YYYY-MM-DD */
  birthdate: z.nullable(z.string()),
  /** ISO 8601, UTC */
  joined_date: z.string(),
  /** a URL */
  profile_picture: z.nullable(z.string()),
  /** PSGC code, for distances; hidden from other members */
  town: z.nullable(z.string()),
  /** until when the photo cannot be changed, after staff removed it or suspended the member: ISO 8601, UTC */
  avatar_closed_until: z.optional(z.string()),
  /** the same for the name */
  name_closed_until: z.optional(z.string()),
});
export type Profile = z.infer<typeof Profile>;

// Sorting combining marks takes time quadratic in their number.
const MAX_UNNORMALIZED = 10 * MAX_NAME;
export const isNormalizable = (typed: string) => typed.length <= MAX_UNNORMALIZED;

const namePart = (isPresent: (typed: string) => boolean, code: ErrorCode) =>
  z.string('name_required' satisfies ErrorCode).check(
    z.refine(isNormalizable, {
      error: 'name_too_long' satisfies ErrorCode,
      abort: true,
    }),
    z.refine(isPresent, { error: code, abort: true }),
    z.overwrite(toPlainName),
    z.regex(NAME, 'name_characters' satisfies ErrorCode),
    z.refine(hasLetter, 'name_characters' satisfies ErrorCode),
    z.maxLength(MAX_NAME, 'name_too_long' satisfies ErrorCode),
    z.refine(isNotOneLetter, 'name_too_short' satisfies ErrorCode),
  );

export const isNotBlank = (value: string) => !isBlank(value);
const requiredPart = namePart(isNotBlank, 'name_required');
/** Members may have no middle name. */
export const isEmptyOrNotBlank = (typed: string) => typed === '' || isNotBlank(typed);
export const MiddleName = namePart(isEmptyOrNotBlank, 'middle_name_required');

/** See docs/product.md, "Names". */
export const NameInput = z.object({
  first_name: requiredPart,
  /** undefined leaves the middle name unchanged */
  middle_name: z.optional(z.nullable(MiddleName)),
  last_name: requiredPart,
});
export type NameInput = z.infer<typeof NameInput>;

type Name = Record<'first_name' | 'middle_name' | 'last_name', string>;

/**
 * Compares a new name with the current one.
 * @returns an error code, or null
 */
export function nameProblem(
  input: NameInput,
  current: Name,
): 'middle_name_required' | 'no_changes' | null {
  if (current.middle_name && input.middle_name === '') return 'middle_name_required';
  const isSame = (['first_name', 'middle_name', 'last_name'] as const).every(
    (part) => (input[part] ?? current[part]) === current[part],
  );
  return isSame ? 'no_changes' : null;
}

export const isNotEmpty = (digits: string) => digits !== '';
export const isLongEnough = (digits: string) => digits.length >= PHONE_DIGITS;

/** Normalizes a number in any notation to 09 and 9 digits (docs/product.md, "Phone numbers"). */
const phoneNumber = (tooShort: ErrorCode, invalid: ErrorCode) =>
  z.string('phone_required' satisfies ErrorCode).check(
    z.overwrite(withoutSeparators),
    z.refine(isNotEmpty, {
      error: 'phone_required' satisfies ErrorCode,
      abort: true,
    }),
    z.refine(isLongEnough, { error: tooShort, abort: true }),
    z.overwrite(toLocalNumber),
    z.regex(/^09\d{9}$/, invalid),
  );

/** The viewer's own number. */
export const PhoneInput = z.object({
  phone_number: phoneNumber('phone_too_short', 'phone_invalid'),
});
export type PhoneInput = z.infer<typeof PhoneInput>;

/** Another member's number, as staff enter it: the error sentences differ. */
export const OthersPhoneInput = z.object({
  phone_number: phoneNumber('number_too_short', 'number_invalid'),
});

/** The member's town; null for none. */
export const TownInput = z.object({
  town: z.nullable(z.string('town_invalid' satisfies ErrorCode)),
});
export type TownInput = z.infer<typeof TownInput>;
