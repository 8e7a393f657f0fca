import { ApiError, offlineError } from '#lib/client/http/api-error.ts';
import { getViewerId } from '#lib/client/http/viewer-id.ts';

import { memberCacheName } from './member-cache.ts';

const cacheKey = (path: string) => `/api/${path}`;

/** @returns the cache of the page's member; null before the worker, which knows who is signed in, has made it */
async function openCache(): Promise<Cache | null> {
  const name = memberCacheName(getViewerId());
  return 'caches' in globalThis && (await caches.has(name)) ? caches.open(name) : null;
}

/** Stores what was read for reading offline. A browser that stores nothing is no error. */
export async function cacheResponse(path: string, data: object): Promise<void> {
  try {
    const pages = await openCache();
    const headers = { date: new Date().toUTCString() };
    await pages?.put(cacheKey(path), Response.json(data, { headers }));
  } catch {
    // With its disk full, for example.
  }
}

/** @returns what was stored of the page's member, or undefined */
export async function readCached<T>(path: string): Promise<T | undefined> {
  const pages = await openCache();
  const response = await pages?.match(cacheKey(path));
  return response?.json();
}

const isUnreachable = (thrown: unknown): boolean =>
  thrown instanceof ApiError && (thrown.code === 'offline' || thrown.code === 'timeout');

/**
 * Reads from the server, and stores the result.
 * @param path below /api; null for what is not stored
 * @returns the stored result when the server cannot be reached
 */
export async function readOrCached<T extends object>(
  path: string | null,
  read: () => Promise<T>,
): Promise<T> {
  try {
    // Without any connection, the request is not tried: the browser would report it.
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
