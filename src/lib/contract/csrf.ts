/** The hidden field of a plain form that has the CSRF token. */
export const CSRF_FIELD = 'csrf_token';

/** The hidden field of a plain form that names the member whose page it is. */
export const VIEWER_FIELD = 'page_viewer';

/** The note on a form that is shown again after its member has signed in. */
export const FORM_RESTORED =
  'You’re logged in again, and what you wrote is still here. Please press again to send it.';

/** The note on a form that is shown again with a new token. */
export const FORM_EXPIRED =
  'This page was open too long, so nothing was sent. What you wrote is still here. Please press again.';

/** The hidden field of a plain form that creates something: its key against repeats. */
export const KEY_FIELD = 'form_key';
