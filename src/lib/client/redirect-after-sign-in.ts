import { safeRedirect } from '#lib/contract/redirects.ts';

/**
 * Opens the page that led to the sign-in screen, or the landing page. A full page load drops the guest's page, and Back
 * does not return to it.
 */
export function redirectAfterSignIn(): void {
  const path = safeRedirect(new URLSearchParams(location.search).get('redirect'));
  // A browser keeps the fragment of the page that led here.
  location.replace(path.includes('#') ? path : path + location.hash);
}
