import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

import type { Services } from '#lib/server/platform/context.ts';
import { ipPrefix } from '#lib/server/platform/rate-limits/ip-prefix.ts';

import type { RequestContext } from './env.ts';

/** @returns the client's network, or null for a trusted proxy that does not name its client: that may be anyone */
export function clientNetwork(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trusted: BlockList,
): string | null {
  const forwarded = headers['x-forwarded-for']?.toString();
  const ip = resolveClientIp(socket.remoteAddress ?? '', forwarded, trusted);
  return hasAddress(trusted, ip) ? null : ipPrefix(ip);
}

const MAPPED_PREFIX = '::ffff:';
const ipFamily = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
const unmapIpv4 = (address: string) =>
  address.startsWith(MAPPED_PREFIX) ? address.slice(MAPPED_PREFIX.length) : address;

/** Whether a list, as that of the trusted proxies, has an address. */
const hasAddress = (list: BlockList, address: string): boolean =>
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

const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip'];
// More neighbours would only fill the log.
const MAX_WARNINGS = 10;

// Where a proxy of the operator's is: this machine and private networks (RFC 1918, RFC 4193).
const NEIGHBOURS = new BlockList();
NEIGHBOURS.addSubnet('127.0.0.0', 8);
NEIGHBOURS.addSubnet('10.0.0.0', 8);
NEIGHBOURS.addSubnet('172.16.0.0', 12);
NEIGHBOURS.addSubnet('192.168.0.0', 16);
NEIGHBOURS.addAddress('::1', 'ipv6');
NEIGHBOURS.addSubnet('fc00::', 7, 'ipv6');

/**
 * @returns logs a neighbour that sends a forwarding header without being a trusted proxy, once: all its clients share
 *   its IP, so that one can use up their rate limits
 */
export function createProxyWarning({
  config,
  log,
}: Pick<Services, 'config' | 'log'>): (c: RequestContext) => void {
  const warned = new Set<string>();
  return (c) => {
    const header = FORWARDING_HEADERS.find((name) => c.req.header(name) !== undefined);
    if (!header || warned.size >= MAX_WARNINGS) return;
    const address = peerOf(c);
    if (warned.has(address) || hasAddress(config.trustedProxies, address)) return;
    if (!hasAddress(NEIGHBOURS, address)) return;
    warned.add(address);
    log.warn({ event: 'untrusted_proxy', address, header });
  };
}
