/** The hidden field of a plain form that has the CSRF token. */
export const CSRF_FIELD = 'csrf_token';

/** The hidden field of a plain form that names the member whose page it is. */
export const VIEWER_FIELD = 'page_viewer';

/** What a form says that is shown again with a new token. */
export const FORM_EXPIRED =
  'This page was open too long, so nothing was sent. What you wrote is still here. Please press again.';
