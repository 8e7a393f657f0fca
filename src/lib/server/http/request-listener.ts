import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';

import type { Env } from './env.ts';

/** Responds to a request, or calls the next handler. */
export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void | Promise<void>;

const OPTIONS = {
  // `http-server.ts` drains unread bodies: the library would end the connection after half a second.
  autoCleanupIncoming: false,
  // For a health check that names no host; any other request without one is rejected.
  hostname: 'localhost',
};

/**
 * @param isOwnHost whether a Host header is ours; other hosts get their error from the app
 * @param handlers tried in order, before the app
 * @returns the one way of a request through the server
 */
export function createRequestListener(
  app: Hono<Env>,
  isOwnHost: (host: string | undefined) => boolean,
  handlers: Handler[],
): RequestListener {
  const serveApp = getRequestListener((request, env) => app.fetch(request, env), OPTIONS);
  return (request, response) => {
    const run = (index: number): void => {
      const handler = handlers[index];
      if (handler) void handler(request, response, () => run(index + 1));
      else void serveApp(request, response);
    };
    run(isOwnHost(request.headers.host) ? 0 : handlers.length);
  };
}
