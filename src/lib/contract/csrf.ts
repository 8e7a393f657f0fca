/** The hidden field of a plain form with the CSRF token. */
export const CSRF_FIELD = 'csrf_token';

/** The hidden field of a plain form with the id of the page's member. */
export const VIEWER_FIELD = 'page_viewer';

/** The hidden field of a plain form with its idempotency key. */
export const KEY_FIELD = 'form_key';
