import type { BlockList } from 'node:net';

import { isTrustedProxy } from '#lib/server/platform/http/client-ip.ts';

// Version, trace id, parent id and flags; what a later version adds follows
// (https://www.w3.org/TR/trace-context/, "Traceparent Header").
const TRACEPARENT =
  /^(?<version>(?!ff)[\da-f]{2})-(?!0{32})(?<id>[\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?<rest>-.*)?$/;

/**
 * @param header of the request, `traceparent`
 * @param peer the socket's IP
 * @param trusted the proxies, which must set or remove the header: anyone else could write into the log of others'
 *   requests
 * @returns the id under which a trusted proxy traces the request
 */
export function traceId(
  header: string | undefined,
  peer: string,
  trusted: BlockList,
): string | undefined {
  const { version, id, rest } = TRACEPARENT.exec(header ?? '')?.groups ?? {};
  if (!id || (version === '00' && rest) || !isTrustedProxy(peer, trusted)) return undefined;
  return id;
}
