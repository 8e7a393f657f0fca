import { AVATAR } from '#lib/contract/images.ts';
import { NameInput, PhoneInput, Profile, TownInput } from '#lib/contract/people/profile.ts';
import { PasswordChange } from '#lib/contract/people/sign-in/passwords.ts';
import {
  changePassword,
  LIMITS as PASSWORD_LIMITS,
} from '#lib/server/people/passwords/change-password.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import { writeCookie } from '#lib/server/platform/http/cookies.ts';
import { IMAGE_REJECTIONS } from '#lib/server/platform/images/inspect-image.ts';
import { LIMITS as IMAGE_LIMITS } from '#lib/server/platform/images/limits.ts';

import {
  getProfile,
  LIMITS,
  removeBirthdate,
  updateAvatar,
  updateName,
  updatePhone,
  updateTown,
} from './service.ts';

/** The upload limits of the form. */
const AVATAR_UPLOAD = {
  files: 1,
  tooManyFiles: 'image_required',
  fileBytes: AVATAR.maxBytes,
  textBytes: 1024,
  totalBytes: AVATAR.maxBytes + 64 * 1024,
  fileField: AVATAR.field,
  textFields: [],
} as const;

/** The viewer’s own account. */
export const calls = {
  'GET /web/account/profile': call({
    summary: 'Read my profile',
    token: true,
    response: Profile,
    run: getProfile,
  }),
  'PATCH /web/account/profile': call({
    summary: 'Change my name',
    token: true,
    body: NameInput,
    response: Profile,
    errors: ['no_changes', 'middle_name_required', 'name_closed'],
    limits: [LIMITS.edit],
    run: (ctx, { body }) => updateName(ctx, body),
  }),
  'PATCH /web/account/phone': call({
    summary: 'Change my phone number',
    token: true,
    body: PhoneInput,
    response: Profile,
    errors: ['no_changes'],
    limits: [LIMITS.changePhoneHour, LIMITS.changePhone],
    run: (ctx, { body }) => updatePhone(ctx, body),
  }),
  'PATCH /web/account/town': call({
    summary: 'Change my town',
    token: true,
    body: TownInput,
    response: Profile,
    errors: ['town_invalid'],
    limits: [LIMITS.edit],
    run: (ctx, { body }) => updateTown(ctx, body),
  }),
  'DELETE /web/account/birthdate': call({
    summary: 'Remove my birthdate',
    response: Profile,
    limits: [LIMITS.edit],
    run: removeBirthdate,
  }),
  'PATCH /web/account/password': call({
    summary: 'Change my password',
    body: PasswordChange,
    response: Profile,
    errors: ['wrong_current_password', 'common_password'],
    limits: [PASSWORD_LIMITS.changePassword],
    run: async (ctx, { body }, c) => {
      const { session, device } = await changePassword(ctx, body);
      writeCookie(c, 'session', session);
      writeCookie(c, 'device', device);
      return getProfile(ctx);
    },
  }),
  'PATCH /web/account/avatar': call({
    summary: 'Change my photo',
    token: true,
    form: { upload: AVATAR_UPLOAD, types: AVATAR.types },
    response: Profile,
    errors: ['unsupported_avatar_type', ...IMAGE_REJECTIONS, 'avatar_closed'],
    limits: [LIMITS.changeAvatar, IMAGE_LIMITS.storeImages],
    run: (ctx, { files }) => updateAvatar(ctx, files[0] ?? null),
  }),
} satisfies Calls;
