import { atom } from 'nanostores';

/** Whether a member is signed in, as far as this page knows; background work ends with it. Set it in the browser only. */
export const isLoggedIn = atom(false);
