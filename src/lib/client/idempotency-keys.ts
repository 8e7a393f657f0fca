import { newId } from './new-id.ts';

/** Idempotency keys by the content that was sent with them. */
export interface SentKeys {
  sent: Record<string, string>;
}

/**
 * The idempotency key of a draft. The same content always has the same key, so a retry is stored once.
 * @param content everything that is sent, e.g. with the fingerprints of images
 * @returns the key, and the draft that stores it
 */
export function idempotencyKeyFor<D extends SentKeys>(
  draft: D,
  content: string,
): { key: string; draft: D } {
  // `hasOwn`: the text may be 'constructor'.
  const known = Object.hasOwn(draft.sent, content) ? draft.sent[content] : undefined;
  const key = known ?? newId();
  return { key, draft: { ...draft, sent: { ...draft.sent, [content]: key } } };
}
