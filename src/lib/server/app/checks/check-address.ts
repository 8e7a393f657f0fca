import { once } from 'node:events';
import { connect } from 'node:tls';

import type { Config } from '#lib/server/platform/config/config.ts';

import { type Look, ok, reasonOf, wrong } from './finding.ts';

const TIMEOUT_MS = 10_000;
const DAY_MS = 86_400_000;
const MIN_DAYS = 14;

/** Whether it is the demo on this machine, which nothing else reaches. */
const isLocal = ({ demo, publicUrl, port }: Config): boolean =>
  demo && publicUrl === `http://localhost:${port}`;

/** Requests the site by its own URL, as its members do. */
export const checkAddress: Look = async ({ config }) => {
  const { publicUrl } = config;
  if (isLocal(config)) return ok('address', `${publicUrl}, for this machine`);
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`${publicUrl}/healthz`, { redirect: 'manual', signal });
    await response.body?.cancel();
    if (response.ok) return ok('address', `${publicUrl} can be reached`);
    return wrong(
      'address',
      `${publicUrl} responds with ${response.status}: look at the proxy, and whether the server runs.`,
    );
  } catch (error) {
    const reason = reasonOf((error as Error).cause ?? error);
    return wrong(
      'address',
      `${publicUrl} cannot be reached from here (${reason}): look at DNS, the proxy, its certificate, and whether the server runs.`,
    );
  }
};

/** @returns when the certificate of a host ends, milliseconds since 1970 */
async function findCertificateEnd({ hostname, port }: URL): Promise<number> {
  const host = hostname.replaceAll(/[[\]]/g, '');
  // Also one that is not trusted has an end.
  const socket = connect({
    host,
    port: Number(port || 443),
    servername: /[a-z]/i.test(host) && !host.includes(':') ? host : '',
    rejectUnauthorized: false,
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return Date.parse(socket.getPeerCertificate().valid_to);
  } finally {
    socket.destroy();
  }
}

/** Checks how long the certificate is valid. */
export const checkCertificate: Look = async ({ config, now }) => {
  const url = new URL(config.publicUrl);
  if (url.protocol !== 'https:') return ok('certificate', 'none: PUBLIC_URL is not https');
  // Whether it can be reached is another check.
  const end = await findCertificateEnd(url).catch(() => null);
  if (end === null) return [];
  const days = Math.floor((end - now()) / DAY_MS);
  if (days >= MIN_DAYS) return ok('certificate', `valid for ${days} days`);
  return wrong(
    'certificate',
    `${days < 0 ? 'it has ended' : `it ends in ${days} days`}: look in the log of the proxy, which renews it, why it did not.`,
  );
};
