import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { t } from '#lib/messages/t.ts';

/** Errors of names, phone numbers and avatars (docs/product.md, "Profile"), for scripts: see `auth.ts`. */
export const PROFILE_MESSAGES = {
  name_required: t('error.name_required'),
  name_characters: t('error.name_characters'),
  name_too_long: t('error.name_too_long'),
  name_too_short: t('error.name_too_short'),
  middle_name_required: t('error.middle_name_required'),
  phone_required: t('error.phone_required'),
  phone_too_short: t('error.phone_too_short'),
  phone_invalid: t('error.phone_invalid'),
  unsupported_avatar_type: t('error.unsupported_avatar_type'),
  no_changes: t('error.no_changes'),
} satisfies Partial<Record<ErrorCode, string>>;

export const SAVED_MESSAGES = {
  profile: t('account.saved'),
  avatar: t('account.photo_saved'),
};
