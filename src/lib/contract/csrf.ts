/** The hidden field of a plain form that has the CSRF token. */
export const CSRF_FIELD = 'csrf_token';

/** The hidden field of a plain form that names the member whose page it is. */
export const VIEWER_FIELD = 'page_viewer';

/** The hidden field of a plain form that creates something: its key against repeats. */
export const KEY_FIELD = 'form_key';
