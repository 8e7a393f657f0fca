// The service worker: visited and saved pages can be read offline, a member's by that member only
// (docs/decisions/0034-offline-for-members.md).
import { CACHES, FAVICON, OFFLINE_PAGE } from '#lib/client/offline/cache-names.ts';
import { cachePage, cacheKey } from '#lib/client/offline/cached-pages.ts';
import type { DeletePagesMessage } from '#lib/client/offline/delete-member-pages.ts';
import { OUTBOX_SYNC } from '#lib/client/outbox/outbox-rules.ts';
import type { PushPayload } from '#lib/contract/notifications/push-payload.ts';

import { handleAsset, deleteOrphans } from './handle-asset.ts';
import { handlePage, cacheLoadedPage } from './handle-page.ts';
import { endPush, openNotification, showPush } from './push.ts';
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

/** Stores the pages that were open before there was a worker. */
async function cacheOpenPages(): Promise<void> {
  for (const { url } of await worker.clients.matchAll()) {
    const key = cacheKey(new URL(url));
    if (!key) continue;
    const requestNumber = numberRequest();
    const page = await fetch(url, { headers: { accept: 'text/html' } });
    await cacheLoadedPage(key, page, requestNumber);
  }
}

async function onActivate(): Promise<void> {
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
  await deleteOrphans();
  // Optional: a failure is ignored.
  await cacheOpenPages().catch(() => undefined);
}

// The names of built files and images change with their content.
const IMMUTABLE = /^\/(_astro|media)\//;

worker.addEventListener('install', (event) => event.waitUntil(precacheOfflinePage()));
// A new worker takes over when no page of the old one is open any more.
worker.addEventListener('activate', (event) => event.waitUntil(onActivate()));
worker.addEventListener('message', (event) => {
  const { deletePagesOf: accountId } = event.data as DeletePagesMessage;
  // Who signed out, or signed in after another member, is not shown their notifications.
  event.waitUntil(Promise.all([deletePagesOf(accountId), endPush()]));
});
worker.addEventListener('sync', (event) => {
  if (event.tag === OUTBOX_SYNC) event.waitUntil(sendOutbox());
});
worker.addEventListener('push', (event) => {
  const payload = event.data?.json() as PushPayload;
  event.waitUntil(showPush(payload));
});
worker.addEventListener('notificationclick', (event) => {
  event.waitUntil(openNotification(event.notification));
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  // It is being saved (save-page.ts).
  if (request.credentials === 'omit') return;
  // The router and the infinite list fetch pages, too.
  const isFetch = request.destination === '' && !url.pathname.startsWith('/api/');
  if (IMMUTABLE.test(url.pathname) || url.pathname === FAVICON)
    event.respondWith(handleAsset(request));
  else if (request.mode === 'navigate' || isFetch) event.respondWith(handlePage(event, url));
});
