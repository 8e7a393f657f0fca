import type { MiddlewareHandler } from 'hono';

import {
  GUEST,
  MEMBER_OFFLINE_HEADER,
  OFFLINE_HEADER,
  VIEWER_HEADER,
} from '#lib/contract/offline.ts';

import type { Env } from './env.ts';
import { setDefaultHeaders } from './security-headers.ts';

const BUILD = import.meta.env.BUILT_AT ?? 'development';

/** Allows browsers to store the page for reading offline: only for pages that every guest may see. */
export const OFFLINE_CACHE = { [OFFLINE_HEADER]: BUILD };

/**
 * `OFFLINE_CACHE` for a page that was rendered for a guest; a feed or sitemap is none.
 * @param headers of the response
 */
export const offlineCache = (headers: Headers): Record<string, string> =>
  headers.get('content-type')?.startsWith('text/html')
    ? { ...OFFLINE_CACHE, [VIEWER_HEADER]: GUEST }
    : {};

/** Allows the browser to store the page for the member it was rendered for. */
export const MEMBER_OFFLINE_CACHE = { [MEMBER_OFFLINE_HEADER]: BUILD };

/** Names the viewer of each page: a browser's stored pages are for the member who is signed in now. */
export const addViewerHeader: MiddlewareHandler<Env> = async (c, next) => {
  setDefaultHeaders(c, { [VIEWER_HEADER]: c.get('ctx').viewer?.id ?? GUEST });
  await next();
};
