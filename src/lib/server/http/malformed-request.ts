import type { IncomingMessage } from 'node:http';

// A name or address, and perhaps a port (RFC 3986, 3.2.2); what else a URL may hold there is none of a host's.
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

// Browsers take a backslash in a path for a slash.
const BACKSLASH = /^[^?]*\\/;

// Load balancers ask there (`routes/health.ts`) in HTTP/1.0, which needs no host.
const HEALTH_PATHS = new Set(['/healthz', '/readyz']);

// The last that was one: nearly every request names the same, and reading it as a URL costs as much as finding a file.
let lastValidHost: string | undefined;

/** Whether a host is one also to who reads a URL, and the same one there (`1.2.3.4.5` is none, `127.1` is another). */
function isValidHost(host: string): boolean {
  if (host === lastValidHost) return true;
  const [, name] = HOST.exec(host) ?? [];
  if (!name || URL.parse(`http://${host}`)?.hostname !== name.toLowerCase()) return false;
  lastValidHost = host;
  return true;
}

/** The values of all headers that are called `host`; Node's own `headers` holds only the first of two. */
function hostHeaders(rawHeaders: string[]): string[] {
  const hosts: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts.push(rawHeaders[at + 1] ?? '');
  }
  return hosts;
}

/**
 * Whether a request cannot be told apart from another one: its target is no path of ours (`*`, or another's whole
 * address), it does not name exactly one host (RFC 9112, 3.2), or its end is not where old software sees it (chunks in
 * HTTP/1.0; RFC 9112, 6.1). Layers that look at it would each see their own.
 */
export function isMalformed(request: IncomingMessage): boolean {
  const { url = '', httpVersion, headers, rawHeaders } = request;
  const isOld = httpVersion === '1.0';
  if (!url.startsWith('/') || BACKSLASH.test(url)) return true;
  if (isOld && headers['transfer-encoding'] !== undefined) return true;
  const hosts = hostHeaders(rawHeaders);
  if (hosts.length === 0 && isOld && HEALTH_PATHS.has(url)) return false;
  return hosts.length !== 1 || !isValidHost(hosts[0] ?? '');
}
