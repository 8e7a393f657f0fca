import { AVATAR } from '#lib/contract/images.ts';
import { PasswordChange } from '#lib/contract/passwords.ts';
import { NameInput, PhoneInput, Profile, TownInput } from '#lib/contract/profile.ts';
import { LIMITS as AUTH_LIMITS } from '#lib/server/auth/limits.ts';
import { IMAGE_REJECTIONS } from '#lib/server/images/image-rejection.ts';
import { LIMITS as IMAGE_LIMITS } from '#lib/server/images/limits.ts';
import type { Operations } from '#lib/server/openapi/operation.ts';

import { LIMITS } from './limits.ts';
import { AVATAR_UPLOAD } from './upload-limits.ts';

/** The viewer’s own account. */
export const OPERATIONS = {
  'GET /web/account/profile': { summary: 'Read my profile', response: Profile },
  'PATCH /web/account/profile': {
    summary: 'Change my name',
    body: NameInput,
    response: Profile,
    errors: ['no_changes', 'middle_name_required', 'name_closed'],
    limits: [LIMITS.edit],
  },
  'PATCH /web/account/phone': {
    summary: 'Change my phone number',
    body: PhoneInput,
    response: Profile,
    errors: ['no_changes'],
    limits: [LIMITS.edit],
  },
  'PATCH /web/account/town': {
    summary: 'Change my town',
    body: TownInput,
    response: Profile,
    errors: ['town_invalid'],
    limits: [LIMITS.edit],
  },
  'DELETE /web/account/birthdate': {
    summary: 'Remove my birthdate',
    response: Profile,
    limits: [LIMITS.edit],
  },
  'PATCH /web/account/password': {
    summary: 'Change my password',
    body: PasswordChange,
    response: Profile,
    errors: ['wrong_current_password', 'common_password'],
    limits: [AUTH_LIMITS.changePassword],
  },
  'PATCH /web/account/avatar': {
    summary: 'Change my photo',
    form: { upload: AVATAR_UPLOAD, types: AVATAR.types },
    response: Profile,
    errors: ['unsupported_avatar_type', ...IMAGE_REJECTIONS, 'avatar_closed'],
    limits: [LIMITS.changeAvatar, IMAGE_LIMITS.storeImages],
  },
} satisfies Operations;
