import { KEPT } from './names.ts';

/** @returns whether this browser can keep anything: an old one, or one without https, cannot */
export const canSave = (): boolean => 'caches' in globalThis && 'serviceWorker' in navigator;

/** @returns whether a page is saved @param path its path */
export const isSaved = async (path: string): Promise<boolean> =>
  Boolean(await caches.match(path, { cacheName: KEPT.saved, ignoreVary: true }));
