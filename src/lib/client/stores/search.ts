import { atom } from 'nanostores';

/**
 * The search term on Explore, empty for none; the search box, the feed and the results share it. Set it in the
 * browser only.
 */
export const searchTerm = atom('');
