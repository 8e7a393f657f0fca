import { safeRedirect } from '#lib/contract/redirects.ts';

/**
 * Opens the page that led to the sign-in screen, with the form that could not be sent there, or the landing page. A full page load drops the guest's page, and Back
 * does not return to it.
 */
export function redirectAfterSignIn(): void {
  const unsent = document.querySelector<HTMLFormElement>('form[data-unsent]');
  // A field of it may be named `submit`.
  if (unsent) return HTMLFormElement.prototype.submit.call(unsent);
  const path = safeRedirect(new URLSearchParams(location.search).get('redirect'));
  // A browser keeps the fragment of the page that led here.
  location.replace(path.includes('#') ? path : path + location.hash);
}
