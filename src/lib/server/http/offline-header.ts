import { OFFLINE_HEADER } from '#lib/contract/offline.ts';

/** Allows browsers to store a page for reading offline: only one that every guest may see. */
export const OFFLINE_CACHE = { [OFFLINE_HEADER]: import.meta.env.BUILT_AT ?? 'development' };

/**
 * `OFFLINE_CACHE` for a page; a feed or sitemap is none.
 * @param headers of the response
 */
export const offlineCache = (headers: Headers): Record<string, string> =>
  headers.get('content-type')?.startsWith('text/html') ? OFFLINE_CACHE : {};
