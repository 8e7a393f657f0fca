import { OFFLINE_HEADER } from '#lib/contract/offline.ts';

/** Allows browsers to store the page for reading offline: only for pages that every guest may see. */
export const OFFLINE_CACHE = { [OFFLINE_HEADER]: import.meta.env.BUILT_AT ?? 'development' };
