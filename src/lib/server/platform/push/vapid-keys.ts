import { createECDH } from 'node:crypto';

import type { Secrets } from '#lib/server/platform/secrets.ts';
import { site } from '#lib/site.ts';

/** The site's keys (RFC 8292), base64url. */
export interface VapidKeys {
  /** whom a push service may write to */
  subject: string;
  publicKey: string;
  privateKey: string;
}

/**
 * Derives the keys by which push services know the site from its secret: all of its servers have the same. With
 * another secret, browsers must subscribe again.
 * @throws Error when the derived number is no private key of the curve, which happens to one secret in four billion
 */
export function deriveVapidKeys(secrets: Secrets): VapidKeys {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(secrets.key('push'));
  return {
    subject: `mailto:${site.contactEmail}`,
    publicKey: curve.getPublicKey('base64url'),
    privateKey: secrets.key('push').toString('base64url'),
  };
}
