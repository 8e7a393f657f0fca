import type { IncomingMessage } from 'node:http';

// A name or address, and perhaps a port (RFC 3986, 3.2.2); what else a URL may hold there is none of a host's.
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

// Load balancers ask there (`routes/health.ts`) in HTTP/1.0, which needs no host.
const PROBED = new Set(['/healthz', '/readyz']);

/**
 * Whether a request cannot be told apart from another one: its target is no path of ours (`*`, or another's whole
 * address), or it does not name exactly one host (RFC 9112, 3.2). Layers that look at it would each see their own.
 */
export function isMalformed({ url = '', httpVersion, rawHeaders }: IncomingMessage): boolean {
  if (!url.startsWith('/')) return true;
  const hosts: string[] = [];
  // Node's own `headers` holds only the first of two.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts.push(rawHeaders[at + 1] ?? '');
  }
  if (hosts.length === 0 && httpVersion === '1.0' && PROBED.has(url)) return false;
  return hosts.length !== 1 || !HOST.test(hosts[0] ?? '');
}
