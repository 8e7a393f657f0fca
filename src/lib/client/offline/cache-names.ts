/**
 * Where this browser keeps what can be read without a connection: the offline page, guests' pages that were looked
 * at, those somebody asked to save, and the files they are made of (docs/decisions/0018-offline.md).
 */
export const CACHES = {
  shell: 'shell',
  visited: 'visited',
  saved: 'saved',
  files: 'files',
} as const;

/** Stands in for pages that are not kept. */
export const OFFLINE_PAGE = '/offline';

/** What every page shows, and whose name does not tell its content. */
export const FAVICON = '/favicon.svg';
