import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What a proxy does with bytes of a client, and the connection that they came from. */
type OnBytes = (bytes: Buffer, client: Socket) => Buffer;

/**
 * Starts a proxy before a Postgres.
 * @param url of a database
 * @param onBytes gets what clients send; what it returns goes to the server
 * @returns the database's URL through the proxy, and what stops the proxy
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
