import { KEPT, MARK, OFFLINE_PAGE } from '#lib/client/offline/cache-names.ts';
// The service worker: what was read once, or saved, can be read without a connection. It never keeps anything of a
// member (docs/decisions/0018-offline.md).
import { keepPage, keyOf } from '#lib/client/offline/cached-pages.ts';

import { answerFile, sweepFiles } from './handle-asset.ts';
import { answerPage, keepVisited } from './handle-page.ts';
import { worker } from './service-worker-scope.ts';

/** Keeps what stands in for every page, as it is on the server now. */
async function keepShell(): Promise<void> {
  const files = await caches.open(KEPT.files);
  await files.add(new Request(MARK, { cache: 'no-cache' }));
  await keepPage(KEPT.shell, OFFLINE_PAGE, await fetch(OFFLINE_PAGE, { cache: 'no-cache' }));
}

/** The pages that were open before there was a worker: they were looked at, too. */
async function keepOpenPages(): Promise<void> {
  for (const { url } of await worker.clients.matchAll()) {
    const key = keyOf(new URL(url));
    if (key) await keepVisited(key, await fetch(url, { headers: { accept: 'text/html' } }));
  }
}

async function takeOver(): Promise<void> {
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
  await sweepFiles();
  // Nobody waits for it, and without it nothing is amiss.
  await keepOpenPages().catch(() => undefined);
}

// Built files and stored ones have another name when they are another.
const UNCHANGING = /^\/(_astro|media)\//;

worker.addEventListener('install', (event) => event.waitUntil(keepShell()));
// A new worker takes over when no page of the old one is open any more.
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  // Being saved (saving.ts): nobody looks at it.
  if (request.credentials === 'omit') return;
  if (UNCHANGING.test(url.pathname) || url.pathname === MARK)
    event.respondWith(answerFile(request));
  else if (request.mode === 'navigate' || (request.destination === '' && keyOf(url)))
    event.respondWith(answerPage(event, url));
});
