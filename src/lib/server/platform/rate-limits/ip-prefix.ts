import { isIPv6 } from 'node:net';

const GROUPS = 8;
// A subscriber has at least a /64 of IPv6.
const PREFIX_GROUPS = 4;

/**
 * @param ip as in `ctx.ip`
 * @returns the IPv4 address, or the first 64 bits of the IPv6 one
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
