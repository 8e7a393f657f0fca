import { site } from '#lib/site.ts';

export const SECURITY_TXT = '/.well-known/security.txt';

// RFC 9116, 2.5.5 recommends less than a year. An operator who builds the site also checks its contact.
const LIFETIME_MS = 364 * 86_400_000;
const builtAt = Date.parse(import.meta.env.BUILT_AT ?? '') || Date.now();

/**
 * Says where to report a security problem (RFC 9116).
 * @param origin the site's own URL, without a slash at its end
 */
export const securityTxt = (origin: string): string =>
  [
    `Contact: mailto:${site.contactEmail}`,
    `Expires: ${new Date(builtAt + LIFETIME_MS).toISOString()}`,
    'Preferred-Languages: en, fil',
    `Canonical: ${origin}${SECURITY_TXT}`,
    '',
  ].join('\n');
