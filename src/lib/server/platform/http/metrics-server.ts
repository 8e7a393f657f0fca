import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import { LOOPBACK } from '#lib/server/platform/config/config.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { OPENMETRICS_TYPE } from '#lib/server/platform/metrics/registry.ts';

import { listenOn } from './listen.ts';
import { NO_STORE } from './response-headers.ts';

const PATH = '/metrics';
// Some monitoring systems run in pairs.
const MAX_CONNECTIONS = 16;
const TIMEOUT_MS = 10_000;

type Respond = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** @returns a handler that responds with the metrics */
function respondWithMetrics({ metrics, log }: Pick<Services, 'metrics' | 'log'>): Respond {
  const onError = (metric: string, error: unknown) =>
    log.warn({ event: 'metric_failed', metric, error });
  return async ({ method, url }, response) => {
    if (url?.split('?', 1)[0] !== PATH) return void response.writeHead(404, NO_STORE).end();
    if (method !== 'GET' && method !== 'HEAD')
      return void response.writeHead(405, { ...NO_STORE, allow: 'GET, HEAD' }).end();
    const text = await metrics.registry.expose(onError);
    response.writeHead(200, { ...NO_STORE, 'content-type': OPENMETRICS_TYPE });
    response.end(method === 'HEAD' ? undefined : text);
  };
}

/**
 * Serves the metrics on a separate port, if configured, to this machine only.
 * @returns the servers, which do not keep the process running
 * @throws ConfigError when the port is in use
 */
export async function serveMetrics(services: Services): Promise<Server[]> {
  const { metricsPort } = services.config;
  if (metricsPort === null) return [];
  const respond = respondWithMetrics(services);
  const options = { headersTimeout: TIMEOUT_MS, requestTimeout: TIMEOUT_MS };
  const make = () => {
    const server = createServer(options, (request, response) => void respond(request, response));
    server.maxConnections = MAX_CONNECTIONS;
    return server.unref();
  };
  return listenOn(LOOPBACK, metricsPort, make, 'METRICS_PORT');
}
