import type { Socket } from 'node:net';

/** A connection as Node has it. This part is not public, and not vital either: it only saves memory and time. */
type ParsedSocket = Socket & {
  parser?: { onIncoming: () => number; [ON_BODY]: (() => void) | null } | null;
};

// As for a request to change the protocol: what follows is not parsed.
const NOT_HTTP = 2;
// What Node's parser calls for each part of a body (`HTTPParser.kOnBody`).
const ON_BODY = 3;

/** Drops the requests that a client sends from now on: Node would create thousands from one read. */
export function dropRequests({ parser }: ParsedSocket): void {
  if (parser) parser.onIncoming = () => NOT_HTTP;
}

/** Drops the body that a client is sending: Node would create thousands of buffers from one read. */
export function dropBody({ parser }: ParsedSocket): void {
  if (parser) parser[ON_BODY] = null;
}
