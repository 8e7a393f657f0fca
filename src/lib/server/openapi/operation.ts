import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import type { RateLimit } from '#lib/server/rate-limits/define-limits.ts';

/** Who may make a call: everyone, members, members with an access token besides, or staff. */
export type Access = 'open' | 'member' | 'accessToken' | 'staff';

/** What a form may have, as its route reads it. */
interface UploadLimits {
  files: number;
  /** the error of more files */
  tooManyFiles: ErrorCode;
  /** bytes of one file */
  fileBytes: number;
  /** the files' field */
  fileField: string;
}

/** A form with files. */
interface UploadForm {
  texts?: z.ZodMiniType;
  upload: UploadLimits;
  /** media types of the files */
  types: readonly string[];
}

/** A header that a call takes besides those of all calls. */
export type RequestHeader = 'idempotency-key' | 'if-match' | 'if-none-match';

/** A call of the API, as its document describes it. What all calls have in common is left out. */
export interface Operation {
  summary: string;
  /** `member` by default */
  access?: Access;
  /** it works before the member has agreed to the documents */
  withoutConsent?: boolean;
  /** the parts of its path that are no ids */
  params?: Record<string, z.ZodMiniType>;
  query?: z.ZodMiniType;
  headers?: readonly RequestHeader[];
  /** JSON */
  body?: z.ZodMiniType;
  form?: UploadForm;
  /** what `data` of its response is */
  response?: z.ZodMiniType;
  /** the response has no `data` around it */
  isBare?: boolean;
  /** the media type of a response that is a file */
  file?: string;
  /** 200 by default */
  status?: readonly number[];
  /** the codes that its service throws; those of its input are read from the contract */
  errors?: readonly ErrorCode[];
  limits?: readonly RateLimit[];
}

/** By method and path, as the routes have them: `GET /web/forum/posts/:id`. */
export type Operations = Record<string, Operation>;

/** The response of a call that returns nothing. */
export const NOTHING = z.null();
