import type { ErrorCode } from '#lib/contract/error-codes.ts';

/** Why an image of an accepted type is rejected. */
export const IMAGE_REJECTIONS = [
  'image_empty',
  'image_too_many_pixels',
  'image_too_long',
  'image_too_heavy',
  'image_damaged',
] as const satisfies ErrorCode[];

/** Why an image cannot be converted; its code crosses the process boundary. */
export class ImageRejection extends Error {
  override name = 'ImageRejection';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}
