import { sentenceCase } from '#lib/contract/error-codes.ts';

import { ApiError, errorMessage } from './api-error.ts';

/**
 * What to show for a failure of the profile and of notifications (spec 8): the server's sentence with its first
 * letter capital and the rest lower case; our own sentences as they are.
 * @param thrown anything
 */
export function errorSentence(thrown: unknown): string {
  const message = errorMessage(thrown);
  const isOurs =
    thrown instanceof ApiError && thrown.status === 0 && thrown.code !== 'malformed_response';
  return isOurs ? message : sentenceCase(message);
}
