import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Handles the bytes of a client's connection. */
type OnBytes = (bytes: Buffer, client: Socket) => Buffer;

/**
 * Starts a proxy in front of a Postgres.
 * @param url of a database
 * @param onBytes receives the clients' bytes, and returns those for the server
 * @returns the database's URL through the proxy, and a function that stops it
 */
export async function startPostgresProxy(url: string, onBytes: OnBytes) {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => [client, server].map((each) => each.destroy()));
    }
    client.on('data', (bytes: Buffer) => server.write(onBytes(bytes, client)));
    server.pipe(client);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const through = new URL(url);
  through.port = String((proxy.address() as AddressInfo).port);
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  };
  return { url: through.href, stop };
}
