import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';

import { getRequestListener } from '@hono/node-server';

import { ConfigError } from '#lib/server/config.ts';

import { openOnce } from './fetch.ts';
import { keptAnswers, keptPages } from './lib/server/cache/cache-handlers.ts';
import { startInvalidationPoller } from './lib/server/cache/invalidation-poller.ts';
import { startEmailWorker } from './lib/server/email/email-worker.ts';
import { builtFiles } from './lib/server/http/build-output.ts';
import { NO_STORE } from './lib/server/http/default-headers.ts';
import { serveAhead } from './lib/server/http/fast-path.ts';
import { createHttpServer, drain, listenOn } from './lib/server/http/http-server.ts';
import { logResponse } from './lib/server/http/middleware/request-log.ts';
import { SANDBOX_CSP, securityHeaders } from './lib/server/http/security-headers.ts';
import { startCleanup } from './lib/server/jobs/cleanup.ts';
import { startupMessage } from './lib/server/startup-message.ts';

const DRAIN_TIMEOUT_MS = 10_000;
const LISTENER_OPTIONS = {
  // What is left of a body is `sockets.ts`'s to take: a client has half a second from the library to read its answer.
  autoCleanupIncoming: false,
  // Of a probe that names no host; whatever else names none is refused.
  hostname: 'localhost',
};

async function start(): Promise<void> {
  const { app, server } = await openOnce();
  const { services } = server;
  const { config, log } = services;
  const https = config.publicUrl.startsWith('https:');
  const headers = {
    ...securityHeaders(https),
    'content-security-policy': SANDBOX_CSP,
    ...NO_STORE,
  };
  const dist = fileURLToPath(new URL('..', import.meta.url));
  const serve = serveAhead(
    services,
    builtFiles(dist, https),
    keptPages(server.pageCache, https),
    keptAnswers(server.answers, https),
  );
  const answer = getRequestListener((request, env) => app.fetch(request, env), LISTENER_OPTIONS);
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    if (server.state.draining) response.setHeader('connection', 'close');
    if (!serve(request, response)) void answer(request, response);
  };
  const servers = await listenOn(config.hosts, config.port, () =>
    createHttpServer(listener, {
      headers,
      onResponse: (...told) => logResponse(services, ...told),
    }),
  );
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
    // What was asked for until now may have written a letter.
    await Promise.all(workers.map((stop) => stop()));
    await server.close();
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void close(signal));
}

try {
  await start();
} catch (error) {
  // One clear line where the operator can do something about it, the whole story where not.
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
