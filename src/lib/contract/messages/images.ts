import type { ErrorCode } from '#lib/contract/error-codes.ts';

/** Why an image is rejected (docs/product.md, "Uploads"). */
export const IMAGE_MESSAGES = {
  unsupported_image_type: 'Invalid file type. Only PNG, JPG, and JPEG are allowed.',
  file_too_large: 'File size exceeds 5MB.',
  image_too_many_pixels:
    'This photo has too many pixels. Please choose one with at most 40 megapixels.',
  image_damaged: 'We couldn’t open this photo. Please choose another one.',
} as const satisfies Partial<Record<ErrorCode, string>>;
