import { signInPath } from '#lib/contract/redirects.ts';

import { hasUnsavedInput } from './drafts/unsaved-input.ts';

/**
 * Opens the sign-in screen, which leads back to this page, unless unsaved input would be lost.
 * @returns whether it does
 */
export function redirectToSignIn(): boolean {
  if (hasUnsavedInput()) return false;
  location.assign(signInPath(location.pathname + location.search));
  return true;
}
