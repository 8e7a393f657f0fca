import type { IncomingMessage, ServerResponse } from 'node:http';

import type { RequestContext } from '#lib/server/platform/http/env.ts';
import { isMultipart } from '#lib/server/platform/http/parse-request.ts';

export const BODY_MS = 30_000;
// Five photos over a weak signal take minutes (docs/decisions/0003-upload-time.md).
export const UPLOAD_MS = 300_000;
const DRAIN_MS = 15_000;
const DRAIN_BYTES = 64 * 1024 * 1024;
// Some 6 MB a second per connection, so that other requests run in between.
const DRAIN_PAUSE_BYTES = 64 * 1024;
const DRAIN_PAUSE_MS = 10;

// Not a standard status: web servers log it for clients that disconnected.
const CLIENT_CLOSED_REQUEST = 499;

// Statuses sent without the app, for requests that it is still reading.
const responded = new WeakMap<IncomingMessage, number>();

/** Marks a request that the app is handling as already responded to. */
export const markResponded = (request: IncomingMessage, status: number): void =>
  void responded.set(request, status);

/**
 * @returns the status for the log of a request whose body was not received in full, or null
 */
export function abortStatus({ env }: RequestContext): number | null {
  const request = env?.incoming;
  if (!request || request.complete) return null;
  return responded.get(request) ?? (request.destroyed ? CLIENT_CLOSED_REQUEST : null);
}

/** @returns the status to log for a request whose client left before the app saw it */
export const statusOfAbort = (request: IncomingMessage): number =>
  responded.get(request) ?? CLIENT_CLOSED_REQUEST;

/** Whether a request sends a form with files. */
export const isUpload = ({ headers }: IncomingMessage): boolean =>
  isMultipart(headers['content-type']);

/** Limits the time for a request's body. @param onLate called when it has passed */
export function setBodyTimeout(request: IncomingMessage, onLate: () => void): void {
  const ms = isUpload(request) ? UPLOAD_MS : BODY_MS;
  const timer = setTimeout(() => request.complete || onLate(), ms);
  request.once('close', () => clearTimeout(timer));
}

/**
 * Reads and drops what a client still sends after its response, for a while: a client that is disconnected
 * immediately never reads the response (RFC 9112, 9.6).
 */
export function drainUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  // Node would drop a body that no handler starts to read, without counting it.
  request.read(0);
  response.once('finish', () => {
    if (request.destroyed) return;
    // Unread, it would stay in memory until the body's timeout.
    if (request.complete) return void request.resume();
    const cut = () => void (request.complete || request.socket.destroy());
    const timer = setTimeout(cut, DRAIN_MS);
    let bytes = 0;
    let pauseAt = 0;
    // Drop other listeners, or they would buffer the body.
    request.removeAllListeners('data');
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > DRAIN_BYTES) cut();
      if (bytes < pauseAt) return;
      pauseAt = bytes + DRAIN_PAUSE_BYTES;
      request.pause();
      setTimeout(() => request.resume(), DRAIN_PAUSE_MS);
    });
    request.once('close', () => clearTimeout(timer));
    request.resume();
  });
}
