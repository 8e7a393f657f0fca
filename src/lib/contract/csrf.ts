/** The hidden field of a plain form that has the CSRF token. */
export const CSRF_FIELD = 'csrf_token';
