import { isIPv6 } from 'node:net';

const GROUPS = 8;
// One subscriber has at least a /64 of IPv6 to take addresses from.
const PREFIX_GROUPS = 4;

/**
 * Whom a limit by address counts: an IPv4 address, or the first 64 bits of an IPv6 one.
 * @param ip as `ctx.address` has it
 */
export function ipPrefix(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const missing = ip.includes('::') ? GROUPS - before.length - after.length : 0;
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
  const prefix = groups.slice(0, PREFIX_GROUPS).map((group) => Number.parseInt(group, 16));
  return `${prefix.map((group) => group.toString(16)).join(':')}::/64`;
}
