import type { Server } from 'node:http';
import type { Socket } from 'node:net';

// Some 150 requests, or 700 chunks of a body.
const SLICE_BYTES = 4 * 1024;

/**
 * Passes what a connection sends to Node's parser in slices, and drops the rest once the connection is closing: of one
 * read of 64 KB Node would create thousands of requests, or of chunks.
 */
export function sliceReads(server: Server, isClosing: (socket: Socket) => boolean): void {
  server.on('connection', (socket: Socket) => {
    const parsers = socket.listeners('data') as ((bytes: Buffer) => void)[];
    socket.removeAllListeners('data');
    socket.on('data', (bytes: Buffer) => {
      for (let at = 0; at < bytes.length && !isClosing(socket); at += SLICE_BYTES)
        for (const parse of parsers) parse.call(socket, bytes.subarray(at, at + SLICE_BYTES));
    });
  });
}
