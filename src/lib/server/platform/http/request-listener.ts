import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';

import type { Env } from './env.ts';
import { whenBuffered } from './request-body.ts';
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

/** What a request listener needs besides the app. */
export interface ListenerOptions {
  /** whether a Host header is ours; other hosts get their error from the app */
  isOwnHost: (host: string | undefined) => boolean;
  /** tried in order, before the app */
  handlers: Handler[];
  /** whose requests take turns with those of others, at the app */
  networkOf: (request: IncomingMessage) => string;
  /** called for a request whose client left before its turn */
  onAbort: (request: IncomingMessage) => void;
}

/** @returns the one way of a request through the server */
export function createRequestListener(
  app: Hono<Env>,
  { isOwnHost, handlers, networkOf, onAbort }: ListenerOptions,
): RequestListener {
  const takeTurn = takeTurns();
  const serveApp = getRequestListener((request, env) => app.fetch(request, env), OPTIONS);
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    let cancel: (() => boolean) | undefined;
    whenBuffered(request, () => {
      cancel = takeTurn(networkOf(request), () => void serveApp(request, response));
    });
    response.once('close', () => (cancel?.() ?? true) && onAbort(request));
  };
  return (request, response) => {
    const run = (index: number): void => {
      const handler = handlers[index];
      if (handler) void handler(request, response, () => run(index + 1));
      else serve(request, response);
    };
    run(isOwnHost(request.headers.host) ? 0 : handlers.length);
  };
}
