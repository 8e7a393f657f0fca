import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const IDLE_POLL_MS = 50;

/** The open connections of a server. */
interface Connections {
  sockets: Set<Socket>;
  /** those that are sending files, and what ends them with a response */
  uploads: Map<Socket, () => void>;
}

const connectionsOf = new WeakMap<Server, Connections>();

/** Remembers a server's connections for `drain`: Node forgets one whose response was sent before its body came. */
export function trackConnections(server: Server): Connections {
  const connections: Connections = { sockets: new Set(), uploads: new Map() };
  connectionsOf.set(server, connections);
  server.on('connection', (socket: Socket) => {
    connections.sockets.add(socket);
    socket.once('close', () => connections.sockets.delete(socket));
  });
  return connections;
}

/**
 * Accepts no more connections and waits for the requests in flight.
 * @param graceMs after this time all connections are closed, but for uploads
 * @param uploadMs after this time uploads are ended too
 */
export async function drain(server: Server, graceMs: number, uploadMs: number): Promise<void> {
  const { sockets, uploads } = connectionsOf.get(server) ?? trackConnections(server);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A keep-alive connection becomes idle after its response, and Node would leave it open.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_POLL_MS);
  const cut = setTimeout(() => {
    for (const socket of sockets) if (!uploads.has(socket)) socket.destroy();
  }, graceMs);
  const cutUploads = setTimeout(() => {
    for (const end of uploads.values()) end();
  }, uploadMs);
  await closed;
  for (const timer of [idle, cut, cutUploads]) clearTimeout(timer);
}
