import { sentenceCase } from '#lib/contract/error-codes.ts';

import { CallFailed, messageOf } from './api-error.ts';

/**
 * What to show for a failure of the profile and of notifications (spec 8): the server's sentence with its first
 * letter capital and the rest lower case; our own sentences as they are.
 * @param thrown anything
 */
export function sentenceOf(thrown: unknown): string {
  const message = messageOf(thrown);
  const isOurs =
    thrown instanceof CallFailed && thrown.status === 0 && thrown.code !== 'unreadable';
  return isOurs ? message : sentenceCase(message);
}
