import {
  getMultipartBoundary,
  MaxFileSizeExceededError,
  MultipartParser,
  type MultipartPart,
} from '@remix-run/multipart-parser';

import type { FailureCode } from '#lib/contract/failures.ts';
import { UPLOAD } from '#lib/contract/pictures.ts';
import { ATTACHMENTS_MESSAGE } from '#lib/contract/posts.ts';

/** An upload that is not taken; `code` tells its HTTP status, the message is for people. */
export class UploadRefused extends Error {
  override name = 'UploadRefused';
  readonly code: FailureCode;
  constructor(code: FailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A file, or everything together, is too large (413). */
export class UploadTooLarge extends UploadRefused {
  constructor(message: string = UPLOAD.sizeMessage) {
    super('too_large', message);
  }
}

/** More files than the form takes (400). */
export class TooManyFiles extends UploadRefused {
  constructor() {
    super('invalid', ATTACHMENTS_MESSAGE);
  }
}

/** The body ends early, or is no form that a browser sends (400). */
export class BrokenUpload extends UploadRefused {
  constructor(options?: ErrorOptions) {
    super('invalid', 'The upload was broken off. Please send it again.', options);
  }
}

/** The body is no multipart form (415). */
export class NotMultipart extends UploadRefused {
  constructor() {
    super('unsupported_type', 'Please send this as a form with files.');
  }
}

/** What one form may hold. */
export interface UploadLimits {
  /** how many files */
  files: number;
  /** bytes of one file */
  fileBytes: number;
  /** bytes of one text */
  textBytes: number;
  /** bytes of the whole body */
  totalBytes: number;
  /** the files' field; `name[]` is taken as well */
  fileField: string;
  textFields: readonly string[];
}

/** What a form held: texts by field, and files in the order they were sent. */
export interface Upload {
  texts: Record<string, string>;
  files: { type: string; bytes: Uint8Array; name: string }[];
}
