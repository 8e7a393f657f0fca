import type { IncomingMessage } from 'node:http';

// A host name or IP, and an optional port (RFC 3986, 3.2.2).
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

// Browsers treat a backslash in a path as a slash.
const BACKSLASH = /^[^?]*\\/;

/** Load balancers request these, also with HTTP/1.0, which needs no Host. */
export const HEALTH_PATHS = new Set(['/healthz', '/readyz']);

// Almost all requests have the same host, and parsing a URL costs as much as serving a file.
let lastValidHost: string | undefined;

/** Whether a URL parser sees the same host (`1.2.3.4.5` is invalid, `127.1` is another host). */
function isValidHost(host: string): boolean {
  if (host === lastValidHost) return true;
  const [, name] = HOST.exec(host) ?? [];
  if (!name || URL.parse(`http://${host}`)?.hostname !== name.toLowerCase()) return false;
  lastValidHost = host;
  return true;
}

/** The values of all Host headers; Node's `headers` has only the first. */
function hostHeaders(rawHeaders: string[]): string[] {
  const hosts: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts.push(rawHeaders[at + 1] ?? '');
  }
  return hosts;
}

/**
 * Whether layers could interpret a request differently: it has another version of HTTP (RFC 9112, 2.3), its target is
 * not a path, it does not have exactly one Host (RFC 9112, 3.2), or it has chunks in HTTP/1.0 (RFC 9112, 6.1).
 */
export function isMalformed(request: IncomingMessage): boolean {
  const { url = '', httpVersion, headers, rawHeaders } = request;
  const isOld = httpVersion === '1.0';
  if (!isOld && httpVersion !== '1.1') return true;
  if (!url.startsWith('/') || BACKSLASH.test(url)) return true;
  if (isOld && headers['transfer-encoding'] !== undefined) return true;
  const hosts = hostHeaders(rawHeaders);
  if (hosts.length === 0 && isOld && HEALTH_PATHS.has(url)) return false;
  return hosts.length !== 1 || !isValidHost(hosts[0] ?? '');
}
