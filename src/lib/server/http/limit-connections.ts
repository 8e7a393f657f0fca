import type { Server } from 'node:http';
import type { BlockList } from 'node:net';

import { clientNetwork } from './client-network.ts';
import { FairLimit } from './fair-limit.ts';

/** How many connections may be open; a trusted proxy may have them all. */
export const MAX_CONNECTIONS = { network: 500, server: 10_000 } as const;

/**
 * Closes connections beyond the limit of their network. When the server has too many, the network with the most loses
 * its oldest.
 */
export function limitConnections(server: Server, trusted: BlockList): void {
  const limit = new FairLimit({ total: MAX_CONNECTIONS.server, network: MAX_CONNECTIONS.network });
  server.on('connection', (socket) => {
    const network = clientNetwork({ socket, headers: {} }, trusted);
    const giveBack = limit.take(network, () => socket.destroy());
    if (giveBack) socket.once('close', giveBack);
    else socket.destroy();
  });
}
