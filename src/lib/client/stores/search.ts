import { atom } from 'nanostores';

/** The search on Explore, empty for none. Set it in the browser only. */
export const searchTerm = atom('');
