import type { Viewer } from '#lib/server/context.ts';
import { hashToken } from '#lib/server/secrets.ts';

/**
 * What a reset is bound to: only the browser that began it may continue it (ASVS 6.6.2).
 * @param visitor the cookie of a browser that is not signed in
 * @returns a hash, to be stored
 * @throws Error for a browser that has neither, which CSRF protection rejects before
 */
export function resetOwner(
  viewer: Pick<Viewer, 'sessionId'> | null,
  visitor: string | null,
): string {
  if (viewer) return hashToken(`session ${viewer.sessionId}`);
  if (visitor) return hashToken(`visitor ${visitor}`);
  throw new Error('A password reset needs a session or a visitor cookie.');
}
