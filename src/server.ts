import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';

import type { Hono } from 'hono';

import { ConfigError } from '#lib/server/config.ts';

import { openOnce } from './fetch.ts';
import type { AppServer } from './lib/server/app-server.ts';
import { startInvalidationPoller } from './lib/server/cache/invalidation-poller.ts';
import { serveCachedPages } from './lib/server/cache/serve-cached-pages.ts';
import { startEmailWorker } from './lib/server/email/email-worker.ts';
import { NO_STORE } from './lib/server/http/default-headers.ts';
import type { Env } from './lib/server/http/env.ts';
import { createHttpServer, drain, listenOn } from './lib/server/http/http-server.ts';
import { isOwnHost } from './lib/server/http/middleware/reject.ts';
import { logResponse } from './lib/server/http/middleware/request-log.ts';
import type { RawResponderOptions } from './lib/server/http/raw-responder.ts';
import { createRequestListener } from './lib/server/http/request-listener.ts';
import { securityHeaders } from './lib/server/http/security-headers.ts';
import { serveStaticFiles } from './lib/server/http/static-files.ts';
import { startCleanup } from './lib/server/jobs/cleanup.ts';
import { startupMessage } from './lib/server/startup-message.ts';

const DRAIN_TIMEOUT_MS = 10_000;
const DIST = fileURLToPath(new URL('..', import.meta.url));

/** Listens on every address of the settings. A request takes one way: static files, cached guest pages, the app. */
function listen(app: Hono<Env>, { services, pageCache, state }: AppServer): Promise<Server[]> {
  const { config } = services;
  const https = config.publicUrl.startsWith('https:');
  const listener = createRequestListener(app, isOwnHost(config), [
    (_, response, next) => {
      if (state.draining) response.setHeader('connection', 'close');
      next();
    },
    serveStaticFiles(DIST, https),
    serveCachedPages(services, pageCache),
  ]);
  const headers = { ...securityHeaders(https), ...NO_STORE };
  const onResponse: RawResponderOptions['onResponse'] = (...response) =>
    logResponse(services, ...response);
  return listenOn(config.hosts, config.port, () =>
    createHttpServer(listener, { headers, onResponse }),
  );
}

async function start(): Promise<void> {
  const { app, server } = await openOnce();
  const { services } = server;
  const { config, log } = services;
  const servers = await listen(app, server);
  const workers = [
    startCleanup(services),
    startInvalidationPoller(server),
    startEmailWorker(services),
  ];
  log.info({ event: 'listening', port: config.port, hosts: config.hosts });
  if (config.demo) process.stdout.write(startupMessage(config));

  const close = async (signal: string) => {
    if (server.state.draining) process.exit(1);
    server.state.draining = true;
    log.info({ event: 'closing', signal });
    await Promise.all(servers.map((each) => drain(each, DRAIN_TIMEOUT_MS)));
    // After the drain: the last requests may have queued emails.
    await Promise.all(workers.map((stop) => stop()));
    await server.close();
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void close(signal));
}

try {
  await start();
} catch (error) {
  // One line for what the operator can fix, the stack for anything else.
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
