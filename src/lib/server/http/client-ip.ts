import { type BlockList, isIP } from 'node:net';

import type { RequestContext } from './env.ts';

const MAPPED_PREFIX = '::ffff:';
const ipFamily = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
const unmapIpv4 = (address: string) =>
  address.startsWith(MAPPED_PREFIX) ? address.slice(MAPPED_PREFIX.length) : address;

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
  const hops = [...(forwarded?.split(',') ?? []).map((hop) => hop.trim()), peer].map(unmapIpv4);
  let address = hops.pop() ?? '';
  while (hops.length > 0 && isIP(address) && trusted.check(address, ipFamily(address))) {
    const next = hops.pop() ?? '';
    if (!isIP(next)) break;
    address = next;
  }
  return address;
}

/** @returns the client's IP */
export function clientIp(c: RequestContext, trusted: BlockList): string {
  const peer = c.env?.incoming?.socket.remoteAddress ?? '127.0.0.1';
  return resolveClientIp(peer, c.req.header('x-forwarded-for'), trusted);
}
