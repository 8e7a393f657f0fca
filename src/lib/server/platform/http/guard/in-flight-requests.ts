import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { FairLimit } from './fair-limit.ts';

/** The limits of requests in flight: received, with a response that the client has not fully read. */
export const MAX_IN_FLIGHT = {
  // Browsers and proxies send the next request after the response.
  connection: 4,
  // Many phones share one IP.
  network: 256,
  server: 1024,
  // As many as there may be connections: a waiting poll and its response are small.
  polls: 10_000,
} as const;

// For responses that a client has not read when it sends the next request.
const MAX_UNREAD_BYTES = 64 * 1024;

const limitOf = (total: number) => new FairLimit({ total, network: MAX_IN_FLIGHT.network });

/** Counts requests in flight per connection, per network and on the server (ASVS 15.2.2). */
export class InFlightRequests {
  readonly #connections = new WeakMap<Socket, Set<() => void>>();
  readonly #requests = limitOf(MAX_IN_FLIGHT.server);
  // Polls count separately: thousands of open pages must not prevent writes, and are rejected last.
  readonly #polls = limitOf(MAX_IN_FLIGHT.polls);

  /**
   * Counts a request until its response is closed. When the server has too many, the connection with the oldest
   * request of the busiest network is closed.
   * @param network the client's, or null for one without a limit
   * @param isPoll whether it is a poll for changes
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

  /** Responses queued behind another are never closed: the end of the connection releases them. */
  #watch(socket: Socket): Set<() => void> {
    const releases = new Set<() => void>();
    this.#connections.set(socket, releases);
    socket.once('close', () => {
      for (const release of releases) release();
    });
    return releases;
  }
}
