import type { IncomingMessage, ServerResponse } from 'node:http';

import type { RequestContext } from './env.ts';

const BODY_MS = 30_000;
// Five photos over a weak signal take minutes (docs/decisions/0003-upload-time.md).
export const UPLOAD_MS = 300_000;
const DRAIN_MS = 15_000;
const DRAIN_BYTES = 64 * 1024 * 1024;

// Not in the standard, but what web servers write for a client that went away.
const CLIENT_CLOSED_REQUEST = 499;

// What was answered below the pipeline to a request the pipeline still reads.
const responded = new WeakMap<IncomingMessage, number>();

/** Notes that a request which is under way was answered below the pipeline. */
export const markResponded = (request: IncomingMessage, status: number): void =>
  void responded.set(request, status);

/**
 * What became of a request whose body will never be there in full.
 * @returns the status for the log, or null when nothing of the kind happened
 */
export function abortStatus({ env }: RequestContext): number | null {
  const request = env?.incoming;
  if (!request || request.complete) return null;
  return responded.get(request) ?? (request.destroyed ? CLIENT_CLOSED_REQUEST : null);
}

/** Gives a request's body its time. @param onLate is called when it is over before the body is there */
export function setBodyTimeout(request: IncomingMessage, onLate: () => void): void {
  const isUpload = request.headers['content-type']?.startsWith('multipart/form-data');
  const timer = setTimeout(() => request.complete || onLate(), isUpload ? UPLOAD_MS : BODY_MS);
  request.once('close', () => clearTimeout(timer));
}

/**
 * Takes and forgets what a client goes on sending after it was answered, for a while: who is cut off at once never
 * reads the answer (RFC 9112, 9.6).
 */
export function drainUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.complete || request.destroyed) return;
    const cut = () => request.socket.destroy();
    const timer = setTimeout(cut, DRAIN_MS);
    let bytes = 0;
    // Whoever read it would keep it.
    request.removeAllListeners('data');
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > DRAIN_BYTES) cut();
    });
    request.once('close', () => clearTimeout(timer));
    request.resume();
  });
}
