/**
 * The response header of a page that may be stored for reading offline: every guest may see it. Its value is the build
 * that made the page.
 */
export const OFFLINE_HEADER = 'offline-cache';

/** The same of a page that may be stored for the member it was rendered for, and for no other. */
export const MEMBER_OFFLINE_HEADER = 'offline-cache-member';

/** Set beside it on the page of a post that the member saved for later: it is the last to go. */
export const SAVED_POST_HEADER = 'offline-saved-post';

/** The request headers of a page that is only stored: its member does not look at it yet, so that nothing on it counts as read. */
export const LOADED_AHEAD = { purpose: 'prefetch' };

/** Set by the service worker on a stored page that stands for one that could not be loaded. */
export const STORED_COPY_HEADER = 'offline-stored-copy';

/**
 * The response header of every rendered page: the id of the member it was rendered for, or `GUEST`. In requests it is
 * the member whose page sends them.
 */
export const VIEWER_HEADER = 'x-viewer-id';

/** The value of that header on a guest's page. */
export const GUEST = 'guest';

/** Where the build lists the files that those pages need. */
export const OFFLINE_ASSETS_PATH = '/offline-assets.json';

/** The content of that file: paths. */
export interface OfflineAssets {
  build: string;
  /** what every page needs: styles, fonts, drawings, and the scripts of guests' pages */
  files: string[];
  /** scripts of members' pages */
  memberFiles: string[];
  /** scripts of their dialogs, which are loaded when they are needed */
  dialogFiles: string[];
}
