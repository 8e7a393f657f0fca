/** Every failure a call can answer with, and its HTTP status (design 5). */
export const ERROR_STATUS = {
  invalid: 400,
  not_signed_in: 401,
  wrong_credentials: 401,
  forbidden: 403,
  cross_site: 403,
  csrf: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  conflict: 409,
  too_large: 413,
  unsupported_type: 415,
  unknown_host: 421,
  too_many: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** What a failed call says when the server said nothing (spec 8). */
export const UNKNOWN_ERROR = 'SOMETHING WENT WRONG';

/** The body of every failed answer: a sentence for people, a code for machines, and what is wrong per field. */
export interface ErrorBody {
  error: string;
  code: string;
  fields?: Record<string, string> | undefined;
}

/**
 * The spec's way to show a server's error: first letter capital, the rest lower case (spec 8).
 * @param message the server's sentence, or nothing
 */
export function sentenceCase(message: string | undefined): string {
  const sentence = message?.trim() || UNKNOWN_ERROR;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1).toLowerCase();
}
