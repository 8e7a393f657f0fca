// The idempotency key of a plain form: the server reads it, and a browser without a connection sends it later.
import { KEY_FIELD } from '#lib/contract/csrf.ts';

// A key has at most 64 characters.
const DIGEST_BYTES = 12;

/**
 * @param form with the field of its key
 * @param content what the form creates: after an edit, sending it again creates something else
 * @returns the idempotency key of the equivalent call, or null for a form without one
 */
export async function formKeyOf(
  form: Pick<URLSearchParams, 'get'>,
  content: string,
): Promise<string | null> {
  const key = form.get(KEY_FIELD);
  if (!key) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content));
  const bytes = new Uint8Array(digest, 0, DIGEST_BYTES);
  return `${key}.${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
