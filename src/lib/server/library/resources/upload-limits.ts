import { UPLOAD } from '#lib/contract/images.ts';

/** What a form may have. */
export const GUIDE_IMAGE_UPLOAD = {
  files: 1,
  tooManyFiles: 'image_required',
  fileBytes: UPLOAD.maxBytes,
  textBytes: 1024,
  totalBytes: UPLOAD.maxBytes + 64 * 1024,
  fileField: 'image',
  textFields: [],
} as const;
