import { newId } from './new-id.ts';

/** The idempotency key of each content that was sent. */
export interface SentKeys {
  sent: Record<string, string>;
}

/**
 * The idempotency key of a draft. The same content always has the same key, so that a retry is stored once.
 * @param content all that is sent, e.g. with the images' fingerprints
 * @returns the key, and the draft that remembers it
 */
export function idempotencyKeyFor<D extends SentKeys>(
  draft: D,
  content: string,
): { key: string; draft: D } {
  // `hasOwn`: 'constructor' may be the draft's text.
  const known = Object.hasOwn(draft.sent, content) ? draft.sent[content] : undefined;
  const key = known ?? newId();
  return { key, draft: { ...draft, sent: { ...draft.sent, [content]: key } } };
}
