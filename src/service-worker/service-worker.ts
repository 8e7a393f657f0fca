// The service worker: visited and saved pages can be read offline; a member's pages only by that member
// (docs/decisions/0034-offline-for-members.md).
import { CACHES, FAVICON, OFFLINE_PAGE } from '#lib/client/offline/cache-names.ts';
import { cachePage, cacheKey } from '#lib/client/offline/cached-pages.ts';
import type { WorkerMessage } from '#lib/client/offline/member-cache.ts';
import { OUTBOX_SYNC } from '#lib/client/outbox/outbox-rules.ts';
import type { PushPayload } from '#lib/contract/notifications/push-payload.ts';
import { LOADED_AHEAD } from '#lib/contract/offline.ts';
import { SHARE_PATH } from '#lib/contract/paths.ts';

import { handleAsset, deleteOrphans } from './handle-asset.ts';
import { handlePage, cacheLoadedPage } from './handle-page.ts';
import { endPush, openNotification, showPush } from './push.ts';
import { receiveShare } from './receive-share.ts';
import { renewPush } from './renew-push.ts';
import { sendOutbox } from './send-outbox.ts';
import { worker } from './service-worker-scope.ts';
import { deletePagesOf, numberRequest } from './viewer.ts';

/** Stores the offline page, bypassing the HTTP cache. */
async function precacheOfflinePage(): Promise<void> {
  const files = await caches.open(CACHES.files);
  await files.add(new Request(FAVICON, { cache: 'no-cache' }));
  const page = await fetch(OFFLINE_PAGE, { cache: 'no-cache' });
  await cachePage(await caches.open(CACHES.shell), OFFLINE_PAGE, page);
}

/** Caches a page that was open before the worker controlled it. */
async function cacheOpenPage(url: string): Promise<void> {
  const key = cacheKey(new URL(url));
  // After a reload with Shift, which bypasses the worker, the page may be cached already.
  if (!key || (await caches.match(key, { ignoreVary: true }))) return;
  const requestNumber = numberRequest();
  const page = await fetch(url, { headers: { accept: 'text/html', ...LOADED_AHEAD } });
  await cacheLoadedPage(key, page, requestNumber);
}

async function cacheOpenPages(): Promise<void> {
  for (const { url } of await worker.clients.matchAll()) await cacheOpenPage(url);
}

/** Controls a page that was loading when the worker became active, which `onActivate` misses. */
async function claimPage(page: { url: string } | null): Promise<void> {
  await worker.clients.claim();
  if (page) await cacheOpenPage(page.url).catch(() => undefined);
}

async function onActivate(): Promise<void> {
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
  await deleteOrphans();
  // Optional, so a failure is ignored.
  await cacheOpenPages().catch(() => undefined);
}

// The names of built files and images change with their content.
const IMMUTABLE = /^\/(_astro|media)\//;

worker.addEventListener('install', (event) => event.waitUntil(precacheOfflinePage()));
// A new worker takes over once all pages of the old one are closed.
worker.addEventListener('activate', (event) => event.waitUntil(onActivate()));
worker.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage;
  if ('claim' in message) event.waitUntil(claimPage(event.source));
  // After a logout, or a login of another member, the previous member's notifications must not appear.
  else event.waitUntil(Promise.all([deletePagesOf(message.deletePagesOf), endPush()]));
});
worker.addEventListener('sync', (event) => {
  if (event.tag === OUTBOX_SYNC) event.waitUntil(sendOutbox());
});
worker.addEventListener('push', (event) => {
  const payload = event.data?.json() as PushPayload;
  event.waitUntil(showPush(payload));
});
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewPush()));
worker.addEventListener('notificationclick', (event) => {
  event.waitUntil(openNotification(event.notification));
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === 'POST' && url.pathname === SHARE_PATH)
    return event.respondWith(receiveShare(request));
  if (request.method !== 'GET') return;
  // The page is being saved (save-page.ts).
  if (request.credentials === 'omit') return;
  // The router and the infinite list fetch pages too.
  const isFetch = request.destination === '' && !url.pathname.startsWith('/api/');
  if (IMMUTABLE.test(url.pathname) || url.pathname === FAVICON)
    event.respondWith(handleAsset(request));
  else if (request.mode === 'navigate' || isFetch) event.respondWith(handlePage(event, url));
});
