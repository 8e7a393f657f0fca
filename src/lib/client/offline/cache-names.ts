/**
 * The caches of what can be read offline: the offline page, visited and saved pages, and their files
 * (docs/decisions/0034-offline-for-members.md). What members read is in caches of their own (member-cache.ts).
 */
export const CACHES = {
  shell: 'shell',
  visited: 'visited',
  saved: 'saved',
  files: 'files',
} as const;

/** The fallback for pages that are not stored. */
export const OFFLINE_PAGE = '/offline';

/** Every page needs it, and its name has no hash. */
export const FAVICON = '/favicon.svg';
