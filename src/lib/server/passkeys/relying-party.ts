import { isIP } from 'node:net';

import type { Config } from '#lib/server/config.ts';
import { AppError } from '#lib/server/errors.ts';

/** Whom a passkey is for. */
export interface RelyingParty {
  /** a host name */
  id: string;
  /** the origin of the pages that use it */
  origin: string;
}

const LOCALHOST = 'localhost';

/** Browsers have passkeys on https only, and on localhost; never for an IP. */
function toRelyingParty(origin: string): RelyingParty | null {
  const url = URL.parse(origin);
  if (!url) return null;
  const { hostname: id, protocol } = url;
  const isSecure = protocol === 'https:' || id === LOCALHOST;
  const isName = isIP(id) === 0 && !id.startsWith('[');
  return isSecure && isName ? { id, origin: url.origin } : null;
}

/**
 * Determines the host of passkeys: that of PUBLIC_URL. A demo is reached by any name; it has them on localhost.
 * @param host the Host header
 * @returns null where browsers have no passkeys
 */
export function findRelyingParty(
  { demo, publicUrl }: Config,
  host: string | null | undefined,
): RelyingParty | null {
  return toRelyingParty(demo ? `http://${host ?? ''}` : publicUrl);
}

/**
 * As `findRelyingParty`.
 * @throws AppError passkeys_unavailable where browsers have no passkeys
 */
export function requireRelyingParty(config: Config, host: string | null | undefined): RelyingParty {
  const party = findRelyingParty(config, host);
  if (!party) throw new AppError('passkeys_unavailable');
  return party;
}

/**
 * Says why there are no passkeys at an address.
 * @param host as for `findRelyingParty`
 * @returns a sentence for members, or null where there are
 */
export function passkeyObstacle(config: Config, host: string | null | undefined): string | null {
  if (findRelyingParty(config, host)) return null;
  return config.demo
    ? `In the demo, passkeys work at http://${LOCALHOST}:${config.port} only.`
    : 'Passkeys need an address with https. This site has none yet.';
}
