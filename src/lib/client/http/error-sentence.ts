import { UNKNOWN_ERROR } from '#lib/contract/error-codes.ts';

import { ApiError, errorMessage, fieldErrors, isServerError } from './api-error.ts';

/** A sentence of the server with its first letter upper-case and the rest lower-case. */
function sentenceCase(message: string): string {
  const sentence = message.trim() || UNKNOWN_ERROR;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1).toLowerCase();
}

/**
 * The message of an error on the profile and in notifications: the server's in sentence case, the browser's as it is
 * (docs/product.md, Error sentences).
 */
export function errorSentence(thrown: unknown): string {
  const message = errorMessage(thrown);
  const isFromBrowser =
    thrown instanceof ApiError && thrown.status === 0 && thrown.code !== 'malformed_response';
  return isFromBrowser ? message : sentenceCase(message);
}

/** The messages of fields on the profile, as `errorSentence`. */
export function fieldSentences(thrown: unknown): Record<string, string> {
  const fields = fieldErrors(thrown);
  if (!isServerError(thrown)) return fields;
  return Object.fromEntries(
    Object.entries(fields).map(([name, message]) => [name, sentenceCase(message)]),
  );
}
