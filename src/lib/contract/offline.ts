/**
 * The response header of a page that every guest may see, and that may be stored for offline reading. Its value is
 * the build that rendered the page.
 */
export const OFFLINE_HEADER = 'offline-cache';

/** The same for a page that may be stored only for the member for whom it was rendered. */
export const MEMBER_OFFLINE_HEADER = 'offline-cache-member';

/** Set in addition on the page of a post that the member saved for later: it is evicted last. */
export const SAVED_POST_HEADER = 'offline-saved-post';

/**
 * The request headers of a page that is only prefetched: the member does not see it yet, so nothing on it counts as
 * read.
 */
export const LOADED_AHEAD = { purpose: 'prefetch' };

/** Set by the service worker on a stored page that replaces one that could not be loaded. */
export const STORED_COPY_HEADER = 'offline-stored-copy';

/**
 * The response header of every rendered page: the id of the member for whom it was rendered, or `GUEST`. In requests:
 * the member whose page sends them.
 */
export const VIEWER_HEADER = 'x-viewer-id';

/** The value of `VIEWER_HEADER` on a guest's page. */
export const GUEST = 'guest';

/** The file in which the build lists the files that offline pages need. */
export const OFFLINE_ASSETS_PATH = '/offline-assets.json';

/** The content of `OFFLINE_ASSETS_PATH`: paths. */
export interface OfflineAssets {
  build: string;
  /** for every page: styles, fonts, drawings, and the scripts of guests' pages */
  files: string[];
  /** scripts of members' pages */
  memberFiles: string[];
  /** scripts of members' dialogs, which are lazily loaded */
  dialogFiles: string[];
}
