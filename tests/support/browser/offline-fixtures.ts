import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { extname, join, resolve } from 'node:path';

import type { BrowserContext, Page } from '@playwright/test';

import { addResource } from '#demo/factories.ts';
import { OFFLINE_PACKS } from '#lib/contract/offline-packs.ts';
import { OFFLINE_ASSETS_PATH, OFFLINE_HEADER } from '#lib/contract/offline.ts';
import type { Db } from '#lib/server/platform/db/schema.ts';
import { createDiskStore } from '#lib/server/platform/storage/disk-store.ts';
import { saveImage } from '#lib/server/platform/storage/save-files.ts';
import { redBlueImage } from '#tests/support/nouns/images.ts';
import { processImage } from '#tests/support/site/process-images.ts';

/**
 * Adds a resource with a cover and an image.
 * @returns its path
 */
export async function addResourceWithImages(
  db: Db,
  dataDir: string,
  title: string,
): Promise<string> {
  const store = await createDiskStore(join(dataDir, 'media'));
  const picture = async () => {
    const jpeg = await redBlueImage(1200, 675).jpeg().toBuffer();
    return saveImage(store, await processImage(jpeg, 'image/jpeg'));
  };
  const blocks = [
    { type: 'TEXT' as const, content: `How to make ${title.toLowerCase()}.` },
    { type: 'image' as const, content: await picture() },
  ];
  const { id } = await addResource(db, { title, cover_key: await picture() }, blocks);
  return `/eduhub/${id}`;
}

/** Waits until the service worker controls a page. */
export const serviceWorkerReady = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null);

/** The state of the newest service worker, which activates after the last page of the old one is closed. */
export async function newestWorkerState(context: BrowserContext): Promise<string | undefined> {
  const newest = context.serviceWorkers().at(-1);
  return newest?.evaluate(
    () => (self as typeof self & { serviceWorker: ServiceWorker }).serviceWorker.state,
  );
}

export const cachedPaths = (page: Page, cache: string): Promise<string[]> =>
  page.evaluate(async (name) => {
    const requests = await (await caches.open(name)).keys();
    return requests.map(({ url }) => new URL(url).pathname);
  }, cache);

/**
 * The text of everything in the browser's caches.
 * @param names of the caches; defaults to all
 */
export const cachedTexts = (page: Page, names?: string[]): Promise<string> =>
  page.evaluate(async (given) => {
    const wanted = given ?? (await caches.keys());
    const all = await Promise.all(wanted.map(async (name) => (await caches.open(name)).matchAll()));
    return (await Promise.all(all.flat().map((each) => each.text()))).join('\n');
  }, names);

/**
 * Updates the service worker.
 * @returns whether the offline page was cached throughout
 */
export const updatesWithOfflinePage = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const updating = registration.update();
    let isThere = true;
    while (!registration.waiting) {
      const cached = await caches.match('/offline', { cacheName: 'shell' });
      isThere &&= Boolean(cached);
    }
    await updating;
    return isThere;
  });

export async function clearHttpCache(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.clearBrowserCache');
  await devTools.detach();
}

const NEXT_BUILD = 'next';
const CLIENT = resolve(import.meta.dirname, '../../../dist/client');
const read = (path: string) => readFile(join(CLIENT, path));
const renamed = (text: Buffer | string) =>
  text.toString().replaceAll('/_astro/', '/_astro/next-').replaceAll('"..', '"./next-');

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The next build's file for a path, or null. */
async function nextFile(path: string): Promise<string | Buffer | null> {
  if (path === '/worker.js') return `${(await read(path)).toString()}// next\n`;
  if (path === '/favicon.svg') return read(path);
  if (path === OFFLINE_ASSETS_PATH) {
    const assets = JSON.parse(renamed(await read(path)));
    return JSON.stringify({ ...assets, build: NEXT_BUILD });
  }
  if (path === OFFLINE_PACKS.everyone) return renamed(await read(path));
  if (!path.startsWith('/_astro/next-')) return null;
  const file = await read(path.replace('next-', ''));
  return path.endsWith('.woff2') ? file : renamed(file);
}

async function respondNext(
  path: string,
  response: ServerResponse,
  offlinePage: string,
): Promise<void> {
  const type = TYPES[extname(path)] ?? 'text/html; charset=utf-8';
  const headers = {
    'content-type': type,
    'cache-control': 'public, max-age=0',
    [OFFLINE_HEADER]: NEXT_BUILD,
  };
  const file = path === '/offline' ? renamed(offlinePage) : await nextFile(path);
  if (file) response.writeHead(200, headers).end(file);
  else if (path.startsWith('/_astro/')) response.writeHead(404).end();
  else response.destroy();
}

/**
 * Serves the next build of the site: with a new worker, and new names of scripts and styles.
 * Only the offline page is available.
 * @param offlinePage that of the build before
 */
export async function serveNextBuild(port: number, offlinePage: string): Promise<Server> {
  const server = createServer(
    ({ url = '' }, response) => void respondNext(url, response, offlinePage),
  );
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
