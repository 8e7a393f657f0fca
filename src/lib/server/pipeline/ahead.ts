import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Services } from '#lib/server/domain/context.ts';

import { logAnswer } from './request-log.ts';

/** Answers a request when what it asks for is at hand. @returns whether it did */
export type Serve = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Answers ahead of the pipeline what is at hand as it is sent: built files, and pages kept for guests. As in the
 * pipeline other hosts are not served (design 3), and every answer is a line in the log.
 * @param all who may have it at hand
 */
export function serveAhead(services: Services, ...all: Serve[]): Serve {
  const { config } = services;
  const host = new URL(config.publicUrl).host;
  return (request, response) => {
    if (!config.demo && request.headers.host !== host) return false;
    if (!all.some((serve) => serve(request, response))) return false;
    logAnswer(services, response.statusCode, request.socket, request);
    return true;
  };
}
