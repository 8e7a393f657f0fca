import { atom } from 'nanostores';

import { getViewerId } from '#lib/client/http/viewer-id.ts';

/** Whether a member is signed in, as far as this page knows: background work ends with it. */
export const isLoggedIn = atom(false);

/** Whether the server has rejected the session of this page's member, who then signs in again. */
export const hasSessionEnded = atom(false);

/** A page that was rendered for a member had a session. */
function readPage(): void {
  isLoggedIn.set(getViewerId() !== '');
  hasSessionEnded.set(false);
}

// In the browser only: on the server the stores are every visitor's.
if (typeof document !== 'undefined') {
  readPage();
  document.addEventListener('astro:after-swap', readPage);
}
