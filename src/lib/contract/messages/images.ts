import type { ErrorCode } from '#lib/contract/error-codes.ts';

/** Why an image is rejected (docs/product.md, "Uploads"). */
export const IMAGE_MESSAGES = {
  unsupported_image_type: 'Invalid file type. Only PNG, JPG, and JPEG are allowed.',
  file_too_large: 'File size exceeds 5MB.',
  image_too_many_pixels:
    'This photo has too many pixels. Please choose one with at most 40 megapixels.',
  image_too_long:
    'This photo is too long. Please choose one with at most 65,535 pixels on each side.',
  image_too_heavy:
    'This photo takes too much memory or time to open. Please choose a screenshot of it, or another one.',
  image_empty:
    'This photo is empty (0 bytes). If it is in the cloud, download it to this device first, then choose it again.',
  image_damaged: 'We couldn’t open this photo. Please choose another one.',
} as const satisfies Partial<Record<ErrorCode, string>>;
