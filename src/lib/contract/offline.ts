/**
 * The response header of a page that may be stored for reading offline: every guest may see it. Its value is the build
 * that made the page.
 */
export const OFFLINE_HEADER = 'offline-cache';

/** Where the build lists the files that those pages need. */
export const OFFLINE_ASSETS_PATH = '/offline-assets.json';

/** The content of that file. */
export interface OfflineAssets {
  build: string;
  /** paths */
  files: string[];
}
