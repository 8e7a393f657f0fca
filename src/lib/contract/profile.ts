import * as z from 'zod/mini';

import { UPLOAD } from './images.ts';

/** One's own account (spec 3), as every call of api/web/account answers it. */
export const Profile = z.object({
  account_id: z.string(),
  first_name: z.string(),
  /** empty when the member has none */
  middle_name: z.string(),
  last_name: z.string(),
  /** in words, as `ROLES` has it */
  role: z.string(),
  email: z.string(),
  /** 09 and 9 digits, or null */
  contact_phone: z.nullable(z.string()),
  /** YYYY-MM-DD, or null */
  birthdate: z.nullable(z.string()),
  /** ISO 8601, UTC */
  joined_date: z.string(),
  /** the address of the picture, or null */
  profile_picture: z.nullable(z.string()),
});
export type Profile = z.infer<typeof Profile>;

/** Characters a part of a name may have (spec 9). */
const MAX_NAME = 50;

/** What is said about names and phone numbers, word for word (spec 5). */
export const PROFILE_MESSAGES = {
  nameRequired: 'Your complete name is required.',
  nameLetters: "Your name shouldn't contain any numerics and special characters.",
  nameLong: 'Name has a maximum of 50 characters. Please try again.',
  nameShort: 'Your name must be more than one character.',
  middleName: 'Middle name cannot be empty or consist only of spaces.',
  phoneRequired: 'Contact no. is required.',
  phoneShort: 'Your contact number must be 11 digits long.',
  phoneForm: 'Your phone number must be a valid Philippine number (09*********).',
  avatarType: 'Invalid file type. Please select a JPEG or PNG image.',
  unchanged: 'No changes have been made.',
  /** after a name or phone was saved, and after a picture was (spec 8) */
  saved: 'Your Profile has been successfully updated.',
  avatarSaved: 'Profile has been successfully updated.',
} as const;

// Letters with their accents, apostrophes (straight and curly), hyphen and space.
const NAME = /^[\p{L}\p{M}'’\- ]*$/u;

const namePart = (isPresent: (typed: string) => boolean, message: string) =>
  z.string({ error: PROFILE_MESSAGES.nameRequired }).check(
    z.refine(isPresent, { error: message, abort: true }),
    z.normalize(),
    z.trim(),
    z.regex(NAME, PROFILE_MESSAGES.nameLetters),
    z.maxLength(MAX_NAME, PROFILE_MESSAGES.nameLong),
    z.refine((name) => name.length !== 1, PROFILE_MESSAGES.nameShort),
  );

const isNotBlank = (value: string) => value.trim() !== '';
const requiredPart = namePart(isNotBlank, PROFILE_MESSAGES.nameRequired);
const middlePart = namePart(
  (typed) => typed === '' || isNotBlank(typed),
  PROFILE_MESSAGES.middleName,
);

/** PATCH api/web/account/profile. */
export const NameInput = z.object({
  first_name: requiredPart,
  middle_name: middlePart,
  last_name: requiredPart,
});
export type NameInput = z.infer<typeof NameInput>;

/**
 * What a changed name says against the one that is kept (spec 5): for the form and the server alike.
 * @param input as `NameInput` gives it
 * @returns a message, or null when it may be saved
 */
export function nameProblem(input: NameInput, current: NameInput): string | null {
  if (current.middle_name && !input.middle_name) return PROFILE_MESSAGES.middleName;
  const isSame = (['first_name', 'middle_name', 'last_name'] as const).every(
    (part) => input[part] === current[part],
  );
  return isSame ? PROFILE_MESSAGES.unchanged : null;
}

/** Digits the field of the form takes (spec 5). */
export const PHONE_DIGITS = 11;

/** PATCH api/web/account/phone; `63…` becomes `0…`, and the marks people write between digits go. */
export const PhoneInput = z.object({
  phone_number: z.string({ error: PROFILE_MESSAGES.phoneRequired }).check(
    z.overwrite((typed) => typed.replaceAll(/[\s()+-]/g, '')),
    z.refine((digits) => digits !== '', { error: PROFILE_MESSAGES.phoneRequired, abort: true }),
    z.refine((digits) => digits.length >= PHONE_DIGITS, {
      error: PROFILE_MESSAGES.phoneShort,
      abort: true,
    }),
    z.overwrite((digits) => digits.replace(/^63/, '0')),
    z.regex(/^09\d{9}$/, PROFILE_MESSAGES.phoneForm),
  ),
});
export type PhoneInput = z.infer<typeof PhoneInput>;

/** What an avatar may be (spec 5): one file, in the multipart field `avatar`. */
export const AVATAR = { types: UPLOAD.types, maxBytes: UPLOAD.maxBytes, field: 'avatar' } as const;
