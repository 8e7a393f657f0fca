// The addresses that push messages may be sent to: members choose the endpoint, which must not be inside the server's
// network.
import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

type Network = [address: string, prefix: number];

// https://www.iana.org/assignments/iana-ipv4-special-registry, multicast, and reserved addresses
const SPECIAL_IPV4: Network[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

// All others, such as mapped IPv4, local and multicast addresses, are outside of this.
const GLOBAL_IPV6: Network = ['2000::', 3];
// https://www.iana.org/assignments/iana-ipv6-special-registry, the part inside of it
const SPECIAL_IPV6: Network[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

function toList(family: 'ipv4' | 'ipv6', networks: Network[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of networks) list.addSubnet(address, prefix, family);
  return list;
}

const specialIpv4 = toList('ipv4', SPECIAL_IPV4);
const globalIpv6 = toList('ipv6', [GLOBAL_IPV6]);
const specialIpv6 = toList('ipv6', SPECIAL_IPV6);

/** Whether an address belongs to the public internet. */
export const isPublicAddress = ({ address, family }: LookupAddress): boolean =>
  family === 4
    ? !specialIpv4.check(address, 'ipv4')
    : globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');

/** A host with an address outside of the public internet. */
export class PrivateHostError extends Error {
  override name = 'PrivateHostError';
}

/** Finds the addresses of a host, or returns the host if it is an address. @throws Error when it has none */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

// Unlike `lookup` it uses no thread of the small pool: a silent name server does not delay other names.
const resolver = new Resolver({ timeout: 1000, tries: 2 });

/** Queries the DNS, but no file of this machine. */
const askDns: Resolve = async (host) => {
  const literal = isIP(host);
  if (literal) return [{ address: host, family: literal }];
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason;
  const toAddresses = (found: typeof ipv4, family: 4 | 6) =>
    found.status === 'rejected' ? [] : found.value.map((address) => ({ address, family }));
  return [...toAddresses(ipv4, 4), ...toAddresses(ipv6, 6)];
};

/**
 * Resolves a host, and checks that all its addresses are public.
 * @param resolve queries the DNS, except in tests
 * @throws PrivateHostError
 * @throws Error from the DNS
 */
export async function resolvePublic(
  host: string,
  resolve: Resolve = askDns,
): Promise<LookupAddress[]> {
  const addresses = await resolve(host);
  if (addresses.every(isPublicAddress)) return addresses;
  throw new PrivateHostError(`${host} has an address that is not public.`);
}
