// Tokens of members, signed with the site's secret, as requesting them would take longer than the measurement.
import { Secrets } from '#lib/server/platform/secrets.ts';

import type { BenchMember } from './sessions.ts';

/** The secret of the site under load. */
export const SECRET = 'the secret of a site that only a benchmark loads';

// Access tokens are valid for ten minutes.
const RENEWED_MS = 300_000;
export const ACCESS_S = 600;
const CSRF_MS = 3_600_000;

const secrets = new Secrets(SECRET);
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const HEADER = encode({ alg: 'HS256', typ: 'at+jwt' });

/** Signs like `auth/access-tokens.ts`. @param now in milliseconds since 1970 */
export function signAccess({ id, sessionId }: BenchMember, now: number): string {
  const iat = Math.floor(now / 1000);
  const payload = { sid: sessionId, sub: id, aud: 'glean-api', iat, exp: iat + ACCESS_S };
  const text = `${HEADER}.${encode(payload)}`;
  return `${text}.${secrets.sign('access', text)}`;
}

/** Signs like `http/middleware/csrf.ts`. */
function signCsrf({ sessionId }: BenchMember, now: number): string {
  const expiry = now + CSRF_MS;
  return `${expiry}.${secrets.sign('csrf', `${expiry} session ${sessionId}`)}`;
}

/** Gives members tokens, and renews them after some minutes. */
export function signTokens(members: BenchMember[]): void {
  const now = Date.now();
  for (const member of members) {
    if (now - member.signedAt < RENEWED_MS) continue;
    member.signedAt = now;
    member.access = signAccess(member, now);
    member.csrf = signCsrf(member, now);
  }
}
