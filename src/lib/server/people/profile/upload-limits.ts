import { AVATAR } from '#lib/contract/images.ts';

/** What a form may have. */
export const AVATAR_UPLOAD = {
  files: 1,
  tooManyFiles: 'image_required',
  fileBytes: AVATAR.maxBytes,
  textBytes: 1024,
  totalBytes: AVATAR.maxBytes + 64 * 1024,
  fileField: AVATAR.field,
  textFields: [],
} as const;
