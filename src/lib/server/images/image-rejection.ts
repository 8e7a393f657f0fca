import type { ErrorCode } from '#lib/contract/error-codes.ts';

/** Why an image cannot be converted; its code crosses the process boundary. */
export class ImageRejection extends Error {
  override name = 'ImageRejection';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}
