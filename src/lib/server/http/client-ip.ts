import { type BlockList, isIP } from 'node:net';

import type { RequestContext } from './env.ts';

const MAPPED_PREFIX = '::ffff:';
const ipFamily = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
const unmapIpv4 = (address: string) =>
  address.startsWith(MAPPED_PREFIX) ? address.slice(MAPPED_PREFIX.length) : address;

/** Whether a list, as that of the trusted proxies, has an address. */
export const hasAddress = (list: BlockList, address: string): boolean =>
  isIP(address) !== 0 && list.check(address, ipFamily(address));

/** Whether the other end of a socket is a trusted proxy. @param peer the socket's IP */
export const isTrustedProxy = (peer: string, trusted: BlockList): boolean =>
  hasAddress(trusted, unmapIpv4(peer));

/**
 * The client's IP: the peer's, or, when the peer is a trusted proxy, the rightmost of X-Forwarded-For that is not one.
 * Entries further left are client-controlled.
 * @param peer the socket's IP
 * @param forwarded the X-Forwarded-For header, if any
 */
export function resolveClientIp(
  peer: string,
  forwarded: string | undefined,
  trusted: BlockList,
): string {
  let address = unmapIpv4(peer);
  if (!forwarded || !hasAddress(trusted, address)) return address;
  for (const hop of forwarded.split(',').toReversed()) {
    const next = unmapIpv4(hop.trim());
    if (!isIP(next)) break;
    address = next;
    if (!hasAddress(trusted, address)) break;
  }
  return address;
}

/** @returns the IP of the socket's other end: a client, or a proxy */
export const peerOf = (c: RequestContext): string =>
  unmapIpv4(c.env?.incoming?.socket.remoteAddress ?? '127.0.0.1');

/** @returns the client's IP */
export const clientIp = (c: RequestContext, trusted: BlockList): string =>
  resolveClientIp(peerOf(c), c.req.header('x-forwarded-for'), trusted);
