import { atom } from 'nanostores';

/** What is searched for on Explore; empty when nothing is. Set it in the browser only. */
export const searchTerm = atom('');
