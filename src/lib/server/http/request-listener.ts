import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';

import type { Env } from './env.ts';
import { takeTurns } from './take-turns.ts';

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
 * @param networkOf whose requests take turns with those of others, at the app
 * @returns the one way of a request through the server
 */
export function createRequestListener(
  app: Hono<Env>,
  isOwnHost: (host: string | undefined) => boolean,
  handlers: Handler[],
  networkOf: (request: IncomingMessage) => string,
): RequestListener {
  const serveApp = getRequestListener((request, env) => app.fetch(request, env), OPTIONS);
  const takeTurn = takeTurns();
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    // The client may have gone while it waited.
    if (!response.destroyed) void serveApp(request, response);
  };
  return (request, response) => {
    const run = (index: number): void => {
      const handler = handlers[index];
      if (handler) void handler(request, response, () => run(index + 1));
      else takeTurn(networkOf(request), () => serve(request, response));
    };
    run(isOwnHost(request.headers.host) ? 0 : handlers.length);
  };
}
