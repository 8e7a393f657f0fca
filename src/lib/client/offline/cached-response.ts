import { ApiError, offlineError } from '#lib/client/http/api-error.ts';
import { getViewerId } from '#lib/client/http/viewer-id.ts';

import { memberCacheName } from './member-cache.ts';

const cacheKey = (path: string) => `/api/${path}`;

/** @returns the cache of the page's member; null before the worker, which knows who is logged in, has created it */
async function openCache(): Promise<Cache | null> {
  const name = memberCacheName(getViewerId());
  return 'caches' in globalThis && (await caches.has(name)) ? caches.open(name) : null;
}

/** Stores API data for offline reading. A browser that stores nothing is not an error. */
export async function cacheResponse(path: string, data: object): Promise<void> {
  try {
    const pages = await openCache();
    const headers = { date: new Date().toUTCString() };
    await pages?.put(cacheKey(path), Response.json(data, { headers }));
  } catch {
    // E.g. the disk is full.
  }
}

/** @returns the stored data of the page's member, or undefined */
export async function readCached<T>(path: string): Promise<T | undefined> {
  const pages = await openCache();
  const response = await pages?.match(cacheKey(path));
  return response?.json();
}

const isUnreachable = (thrown: unknown): boolean =>
  thrown instanceof ApiError && (thrown.code === 'offline' || thrown.code === 'timeout');

/**
 * Fetches data and stores it.
 * @param path below /api; null for data that is not stored
 * @returns the stored data when the server cannot be reached
 */
export async function readOrCached<T extends object>(
  path: string | null,
  read: () => Promise<T>,
): Promise<T> {
  try {
    // Without a connection no request is made: the browser would log an error.
    if (!navigator.onLine) throw offlineError();
    const data = await read();
    if (path) void cacheResponse(path, data);
    return data;
  } catch (error) {
    const cached = path && isUnreachable(error) ? await readCached<T>(path) : undefined;
    if (!cached) throw error;
    return cached;
  }
}
