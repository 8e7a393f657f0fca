import type { IncomingMessage, Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import type { Hono } from 'hono';

import { POLL_PATH } from '#lib/contract/paths.ts';

import { openOnce } from './fetch.ts';
import type { AppServer } from './lib/server/app/app-server.ts';
import { startJobs } from './lib/server/app/jobs/start-jobs.ts';
import { serveCachedPages } from './lib/server/platform/cache/page-cache.ts';
import { ConfigError } from './lib/server/platform/config/config-error.ts';
import type { Config } from './lib/server/platform/config/config.ts';
import type { Services } from './lib/server/platform/context.ts';
import { clientNetwork } from './lib/server/platform/http/client-ip.ts';
import type { Env } from './lib/server/platform/http/env.ts';
import {
  createHttpServer,
  createRequestListener,
  drain,
  type Handler,
  type RawResponderOptions,
  statusOfAbort,
} from './lib/server/platform/http/guard/server.ts';
import { inheritedSockets, listenOn, listenOnSockets } from './lib/server/platform/http/listen.ts';
import { readLanguageScripts } from './lib/server/platform/http/localize-scripts.ts';
import { serveMetrics } from './lib/server/platform/http/metrics-server.ts';
import { isOwnHost } from './lib/server/platform/http/middleware/reject.ts';
import { logResponse } from './lib/server/platform/http/middleware/request-log.ts';
import { NO_STORE, securityHeaders } from './lib/server/platform/http/response-headers.ts';
import { serveStaticFiles } from './lib/server/platform/http/static-files.ts';
import { flushLog } from './lib/server/platform/log.ts';
import { site } from './lib/site.ts';

/**
 * @returns the message of `npm start`: the URL of the demo and its accounts
 */
const startupMessage = ({ port }: Config): string => `
  ${site.name} is at http://localhost:${port}

  Log in as  maria@glean.example  farmer
              jun@glean.example    bio-waste processor
              ana@glean.example    gleaning organization
              staff@glean.example  staff
  Password    Straw-for-7-Cows

  Ctrl-C stops it.

`;

const DRAIN_TIMEOUT_MS = 10_000;
// Photos over a weak signal take minutes; most supervisors wait 90 s before they kill.
const UPLOAD_DRAIN_TIMEOUT_MS = 60_000;
const CLOSE_TIMEOUT_MS = 5000;
// Counts all clients of a trusted proxy that does not name them as one.
const PROXY = 'proxy';
const DIST = fileURLToPath(new URL('..', import.meta.url));

/** A browser polls every 5 seconds, and mostly gets 304. */
const isPoll = ({ method, url = '', headers }: IncomingMessage): boolean =>
  method === 'GET' && url.startsWith(`${POLL_PATH}?`) && headers['if-none-match'] !== undefined;

/**
 * Listens on the sockets of a supervisor, or else on every configured address. A request passes static files,
 * then cached guest pages, then the app.
 */
function listen(app: Hono<Env>, { services, pageCache, state }: AppServer): Promise<Server[]> {
  const { config } = services;
  const https = config.publicUrl.startsWith('https:');
  readLanguageScripts(join(DIST, 'client'), config.languages);
  const handlers: Handler[] = [
    (_, response, next) => {
      if (state.draining) response.setHeader('connection', 'close');
      next();
    },
    serveStaticFiles(DIST, https, services.metrics.countResponse),
    serveCachedPages(services, pageCache),
  ];
  const listener = createRequestListener(app, {
    isOwnHost: isOwnHost(config),
    handlers,
    networkOf: (request) => clientNetwork(request, config.trustedProxies) ?? PROXY,
    isPoll,
    onAbort: (request) => logResponse(services, statusOfAbort(request), request.socket, request),
  });
  const headers = { ...securityHeaders(https), ...NO_STORE };
  const onResponse: RawResponderOptions['onResponse'] = (...response) =>
    logResponse(services, ...response);
  const make = () =>
    createHttpServer(listener, { headers, onResponse }, config.trustedProxies, isPoll);
  const inherited = inheritedSockets(process.env, process.pid);
  if (inherited.length > 0) return listenOnSockets(inherited, make);
  return listenOn(config.hosts, config.port, make);
}

/** Logs settings that are unsafe or slow, but do not stop the site. */
function warnOfSettings({ config, log }: Services): void {
  if (!config.demo && !config.mailUrl) log.warn({ event: 'mail_url_missing' });
  if (!config.demo && !config.backupUrl) log.warn({ event: 'backup_url_missing' });
  // React's development build would render pages several times slower.
  if (process.env['NODE_ENV'] !== 'production') log.warn({ event: 'node_env_not_production' });
}

async function start(): Promise<void> {
  const { app, server } = await openOnce();
  const { services } = server;
  const { config, log } = services;
  await serveMetrics(services);
  const servers = await listen(app, server);
  const stopJobs = startJobs(server);
  const { port, metricsPort, hosts, trustedProxies } = config;
  log.info({ event: 'listening', port, metricsPort, hosts, trustedProxies: trustedProxies.rules });
  warnOfSettings(services);
  // Who rehearses may be killed, and then ends it so.
  if (config.rehearsal) process.stdin.resume().once('close', () => process.exit());
  if (config.demo) process.stdout.write(startupMessage(config));

  const close = async (signal: string) => {
    if (server.state.draining) process.exit(1);
    server.state.draining = true;
    log.info({ event: 'closing', signal });
    await Promise.all(
      servers.map((each) => drain(each, DRAIN_TIMEOUT_MS, UPLOAD_DRAIN_TIMEOUT_MS)),
    );
    // After the drain: the last requests may have queued emails.
    await stopJobs();
    // Connections to clients that have vanished never close.
    await Promise.race([server.close(), delay(CLOSE_TIMEOUT_MS)]);
    if (await flushLog(log)) process.exit();
    // No one reads the log any more: its worker thread would delay the exit.
    process.kill(process.pid, 'SIGKILL');
  };
  // SIGHUP: the terminal was closed.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
    process.on(signal, () => void close(signal));
  // By default Node would open its debugger.
  process.on('SIGUSR1', () => {});
}

try {
  await start();
} catch (error) {
  // One line for errors that the operator can fix, the stack for all others.
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
