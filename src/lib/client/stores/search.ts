import { atom } from 'nanostores';

/** The search on Explore, empty for none: of the search box, the feed and the results. Set it in the browser only. */
export const searchTerm = atom('');
