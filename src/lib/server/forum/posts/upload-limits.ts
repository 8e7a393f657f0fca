import { MAX_ATTACHMENTS } from '#lib/contract/forum/posts.ts';
import { UPLOAD } from '#lib/contract/images.ts';

const MEGABYTE = 1024 * 1024;

/** What the form of a new post may have. */
export const POST_UPLOAD = {
  files: MAX_ATTACHMENTS,
  tooManyFiles: 'too_many_attachments',
  fileBytes: UPLOAD.maxBytes,
  textBytes: 64 * 1024,
  totalBytes: MAX_ATTACHMENTS * UPLOAD.maxBytes + MEGABYTE,
  fileField: 'attachments',
  textFields: ['title', 'description', 'listing', 'attachment_alts'],
} as const;

/** What the form that replaces the images of a post may have. */
export const ATTACHMENTS_UPLOAD = {
  ...POST_UPLOAD,
  textFields: ['stored', 'initial', 'attachment_alts'],
} as const;
