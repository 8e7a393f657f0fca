import type { Server } from 'node:http';
import type { BlockList } from 'node:net';

import { Counter } from '#lib/server/counter.ts';

import { clientNetwork } from './client-network.ts';

/** Of one network; a trusted proxy may have them all. */
export const MAX_CONNECTIONS_PER_NETWORK = 500;

/** Closes connections beyond the limit of their network, so that none shuts the others out. */
export function limitConnections(server: Server, trusted: BlockList): void {
  const open = new Counter<string>();
  server.on('connection', (socket) => {
    const network = clientNetwork({ socket, headers: {} }, trusted);
    if (network === null) return;
    if (open.get(network) >= MAX_CONNECTIONS_PER_NETWORK) return void socket.destroy();
    open.add(network, 1);
    socket.once('close', () => open.add(network, -1));
  });
}
