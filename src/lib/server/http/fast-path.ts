import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Services } from '#lib/server/context.ts';

import { logResponse } from './middleware/request-log.ts';

/** What was answered, as far as the log tells it. */
export interface Served {
  /** the id of the member who asked, where that is known */
  member?: string;
}

/** Answers a request when what it asks for is at hand. @returns null when it did not */
export type Serve = (request: IncomingMessage, response: ServerResponse) => Served | null;

function firstToServe(all: Serve[], request: IncomingMessage, response: ServerResponse) {
  for (const serve of all) {
    const served = serve(request, response);
    if (served) return served;
  }
  return null;
}

/**
 * Answers ahead of the pipeline what is at hand as it is sent: built files, pages kept for guests and answers kept
 * for members. As in the pipeline other hosts are not served (design 3), and every answer is a line in the log.
 * @param all who may have it at hand
 * @returns answers, and tells whether it did
 */
export function serveAhead(services: Services, ...all: Serve[]) {
  const { config } = services;
  const host = new URL(config.publicUrl).host;
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (!config.demo && request.headers.host !== host) return false;
    const served = firstToServe(all, request, response);
    if (!served) return false;
    logResponse(services, response.statusCode, request.socket, request, served.member);
    return true;
  };
}
