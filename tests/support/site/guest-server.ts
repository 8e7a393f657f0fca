// An HTTP server with the page cache of production; Astro's pages are replaced by their data.
import { once } from 'node:events';
import { type AddressInfo, BlockList } from 'node:net';

import { onTestFinished, vi } from 'vitest';

import { createApp } from '#lib/server/app/app.ts';
import { serveCachedPages } from '#lib/server/platform/cache/page-cache.ts';
import type { RequestContext } from '#lib/server/platform/http/env.ts';
import { createHttpServer, createRequestListener } from '#lib/server/platform/http/guard/server.ts';

import type { Site } from './site.ts';

/** Renders a page. */
export type Render = (c: RequestContext) => Response | Promise<Response>;

/** Returns a function that requests a path as a guest, or with other headers. */
export async function openGuestServer({ server }: Site, render: Render) {
  // The HTTP adapter replaces these globals; Vitest restores them after the test.
  vi.stubGlobal('Request', Request);
  vi.stubGlobal('Response', Response);
  const app = createApp(server, {
    render: async (c) => render(c),
    renderError: (_, error) => Promise.reject(error),
  });
  const servePages = serveCachedPages(server.services, server.pageCache);
  const listener = createRequestListener(app, {
    isOwnHost: () => true,
    handlers: [servePages],
    networkOf: () => '',
    onAbort: () => {},
  });
  const http = createHttpServer(listener, { headers: {}, onResponse: () => {} }, new BlockList());
  await once(http.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void http.close());
  const { port } = http.address() as AddressInfo;
  return (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
}
