import { BlockList } from 'node:net';

import type { Services } from '#lib/server/context.ts';

import { hasAddress, peerOf } from './client-ip.ts';
import type { RequestContext } from './env.ts';

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
