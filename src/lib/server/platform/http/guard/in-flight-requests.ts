import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { FairLimit } from './fair-limit.ts';

/** How many requests may be in flight: received, and their responses not yet taken by the client. */
export const MAX_IN_FLIGHT = {
  // Browsers and proxies send the next request after the response.
  connection: 4,
  // Many phones share one IP.
  network: 256,
  server: 1024,
  // As many as connections: a poll that waits is small, and so is its response.
  polls: 10_000,
} as const;

// Of responses that a client has not taken when it sends the next request.
const MAX_UNREAD_BYTES = 64 * 1024;

const limitOf = (total: number) => new FairLimit({ total, network: MAX_IN_FLIGHT.network });

/** Counts the requests in flight of each connection, of each network and of the server (ASVS 15.2.2). */
export class InFlightRequests {
  readonly #connections = new WeakMap<Socket, Set<() => void>>();
  readonly #requests = limitOf(MAX_IN_FLIGHT.server);
  // Apart: thousands of open pages do not keep others from writing, and are the last to be rejected.
  readonly #polls = limitOf(MAX_IN_FLIGHT.polls);

  /**
   * Counts a request until its response is closed. When the server has too many, the network with the most loses the
   * connection of its oldest.
   * @param network the client's, or null for one without a limit
   * @param isPoll whether it asks again for what its client has
   * @returns false, without counting it, when there are too many
   */
  admit(
    { socket }: IncomingMessage,
    response: ServerResponse,
    network: string | null,
    isPoll: boolean,
  ): boolean {
    const releases = this.#connections.get(socket) ?? this.#watch(socket);
    const isUnread = releases.size > 0 && socket.writableLength > MAX_UNREAD_BYTES;
    if (isUnread || releases.size >= MAX_IN_FLIGHT.connection) return false;
    const giveBack = (isPoll ? this.#polls : this.#requests).take(network, () => socket.destroy());
    if (!giveBack) return false;
    const release = () => {
      releases.delete(release);
      giveBack();
    };
    releases.add(release);
    response.once('close', release);
    return true;
  }

  /** Responses that wait behind another one are never closed: their connection's end releases them. */
  #watch(socket: Socket): Set<() => void> {
    const releases = new Set<() => void>();
    this.#connections.set(socket, releases);
    socket.once('close', () => {
      for (const release of releases) release();
    });
    return releases;
  }
}
