import type { Socket } from 'node:net';

/** A connection as Node has it. This part is not public: without it, only memory and time are lost. */
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
export function dropBody(socket: ParsedSocket): void {
  const { parser } = socket;
  if (!parser) return;
  const onBody = parser[ON_BODY];
  parser[ON_BODY] = null;
  // Another connection will get this parser.
  socket.once('close', () => (parser[ON_BODY] = onBody));
}
