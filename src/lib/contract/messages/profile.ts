import type { ErrorCode } from '#lib/contract/error-codes.ts';

/** What is wrong with a name, a phone number or an avatar (docs/product.md, "Profile"). */
export const PROFILE_MESSAGES = {
  name_required: 'Your complete name is required.',
  name_characters: "Your name shouldn't contain any numerics and special characters.",
  name_too_long: 'Name has a maximum of 50 characters. Please try again.',
  name_too_short: 'Your name must be more than one character.',
  middle_name_required: 'Middle name cannot be empty or consist only of spaces.',
  phone_required: 'Contact no. is required.',
  phone_too_short: 'Your contact number must be 11 digits long.',
  phone_invalid: 'Your phone number must be a valid Philippine number (09*********).',
  unsupported_avatar_type: 'Invalid file type. Please select a JPEG or PNG image.',
  no_changes: 'No changes have been made.',
} as const satisfies Partial<Record<ErrorCode, string>>;

export const SAVED_MESSAGES = {
  profile: 'Your Profile has been successfully updated.',
  avatar: 'Profile has been successfully updated.',
} as const;
