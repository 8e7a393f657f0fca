// A host that accepts every connection but never responds.
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

import type { PushNetwork } from '#lib/server/platform/push/push-sender.ts';

/** A silent host beside a push service. */
export interface SilentHost {
  /** maps all hosts of `silent.example` to it, and others to the push service */
  network: PushNetwork;
  /** the number of accepted connections */
  connections: () => number;
  close: () => void;
}

const ADDRESS = '127.0.0.2';

/** Starts a silent host at the port of a push service. */
export async function startSilentHost(network: PushNetwork): Promise<SilentHost> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
  });
  await once(server.listen(network.port, ADDRESS), 'listening');
  return {
    network: {
      ...network,
      resolve: async (host) =>
        host.endsWith('silent.example') ? [{ address: ADDRESS, family: 4 }] : network.resolve(host),
    },
    connections: () => sockets.length,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
