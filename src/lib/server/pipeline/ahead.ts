import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Services } from '#lib/server/domain/context.ts';
import { newId } from '#lib/server/ids.ts';

import { trueAddress } from './address.ts';
import { loggedPath } from './request-log.ts';

/** Answers a request when what it asks for is at hand. @returns whether it did */
export type Serve = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Answers ahead of the pipeline what is at hand as it is sent: built files, and pages kept for guests. As in the
 * pipeline other hosts are not served (design 3), and every answer is a line in the log.
 * @param all who may have it at hand
 */
export function serveAhead({ config, log }: Services, ...all: Serve[]): Serve {
  const host = new URL(config.publicUrl).host;
  return (request, response) => {
    if (!config.demo && request.headers.host !== host) return false;
    if (!all.some((serve) => serve(request, response))) return false;
    const { method, url = '', socket, headers } = request;
    const peer = socket.remoteAddress ?? '';
    log.info({
      event: 'request',
      requestId: newId(),
      method,
      path: loggedPath(url.split('?', 1)[0] ?? ''),
      status: response.statusCode,
      address: trueAddress(peer, headers['x-forwarded-for']?.toString(), config.trustedProxies),
    });
    return true;
  };
}
