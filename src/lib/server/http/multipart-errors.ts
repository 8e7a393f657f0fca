import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { ATTACHMENTS_MESSAGE } from '#lib/contract/posts.ts';

/** An upload that is not taken; `code` tells its HTTP status, the message is for people. */
export class UploadError extends Error {
  override name = 'UploadRefused';
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A file, or everything together, is too large (413). */
export class UploadTooLargeError extends UploadError {
  constructor(message = 'This upload is too large. Please send fewer or smaller files.') {
    super('too_large', message);
  }
}

/** More files than the form takes (400). @param most how many it takes */
export class TooManyFilesError extends UploadError {
  constructor(most: number) {
    super('invalid', most === 1 ? 'Please choose one picture.' : ATTACHMENTS_MESSAGE);
  }
}

/** The body ends early, or is no form that a browser sends (400). */
export class MalformedUploadError extends UploadError {
  constructor(options?: ErrorOptions) {
    super('invalid', 'The upload was broken off. Please send it again.', options);
  }
}

/** The body is no multipart form (415). */
export class UnsupportedMediaTypeError extends UploadError {
  constructor() {
    super('unsupported_type', 'Please send this as a form with files.');
  }
}
