/**
 * The caches of public pages for offline reading: the offline page, visited and saved pages, and their files
 * (docs/decisions/0034-offline-for-members.md). Members' pages have their own cache (member-cache.ts).
 */
export const CACHES = {
  shell: 'shell',
  visited: 'visited',
  saved: 'saved',
  files: 'files',
} as const;

/** Shown for pages that are not stored. */
export const OFFLINE_PAGE = '/offline';

/** Every page needs it, and its name has no hash. */
export const FAVICON = '/favicon.svg';
