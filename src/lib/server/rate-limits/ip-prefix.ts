import { isIPv6 } from 'node:net';

const GROUPS = 8;
// One subscriber has at least a /64 of IPv6 to take addresses from.
const NETWORK_GROUPS = 4;

/**
 * Whom a limit by address counts: an IPv4 address, or the first 64 bits of an IPv6 one.
 * @param address as `ctx.address` has it
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const missing = address.includes('::') ? GROUPS - before.length - after.length : 0;
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16));
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
}
