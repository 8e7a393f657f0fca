import { atom } from 'nanostores';

import { getViewerId } from '#lib/client/http/viewer-id.ts';

/** Whether a member is logged in, as far as this page knows: background work stops when that changes. */
export const isLoggedIn = atom(false);

/** Whether the server has rejected the session of the page's member, who must log in again. */
export const hasSessionEnded = atom(false);

/** A page that was rendered for a member had a session. */
function readPage(): void {
  isLoggedIn.set(getViewerId() !== '');
  hasSessionEnded.set(false);
}

// Only in the browser: on the server, all visitors share the stores.
if (typeof document !== 'undefined') {
  readPage();
  document.addEventListener('astro:after-swap', readPage);
}
