import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';

import { ipPrefix } from '#lib/server/rate-limits/ip-prefix.ts';

import { hasAddress, resolveClientIp } from './client-ip.ts';

/** @returns the client's network, or null for a trusted proxy that does not name its client: that may be anyone */
export function clientNetwork(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trusted: BlockList,
): string | null {
  const forwarded = headers['x-forwarded-for']?.toString();
  const ip = resolveClientIp(socket.remoteAddress ?? '', forwarded, trusted);
  return hasAddress(trusted, ip) ? null : ipPrefix(ip);
}
