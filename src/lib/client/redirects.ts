import { EXPLORE_PATH } from '#lib/contract/paths.ts';
import { safeRedirect, signInPath } from '#lib/contract/redirects.ts';

import { hasUnsavedInput } from './drafts/unsaved-input.ts';

/**
 * Opens the page that led to the login screen, with the form that could not be sent there, or the page to which the
 * landing page redirects members: the redirect would cost a slow phone a round trip. A full page load drops the
 * guest's page, and Back does not return to it.
 */
export function redirectAfterSignIn(): void {
  const unsent = document.querySelector<HTMLFormElement>('form[data-unsent]');
  // A field of the form may be named `submit`.
  if (unsent) return HTMLFormElement.prototype.submit.call(unsent);
  const path = safeRedirect(new URLSearchParams(location.search).get('redirect'), EXPLORE_PATH);
  // The browser keeps the fragment of the page that led here.
  location.replace(path.includes('#') ? path : path + location.hash);
}

/**
 * Opens the login screen, which leads back to this page, unless unsaved input would be lost.
 * @returns whether it opens
 */
export function redirectToSignIn(): boolean {
  if (hasUnsavedInput()) return false;
  location.assign(signInPath(location.pathname + location.search));
  return true;
}
