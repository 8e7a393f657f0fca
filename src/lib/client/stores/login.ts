import { atom } from 'nanostores';

/**
 * Whether somebody is signed in, as far as this page knows: what runs in its background ends with it. Set it in the
 * browser only.
 */
export const isLoggedIn = atom(false);
