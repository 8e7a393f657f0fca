import { atom } from 'nanostores';

/** Whether somebody is signed in, as far as this page knows. Set it in the browser only. */
export const isLoggedIn = atom(false);
