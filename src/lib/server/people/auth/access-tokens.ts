import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';

import type { Ctx } from '#lib/server/platform/context.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { requireSessionId, requireViewer } from '#lib/server/platform/require-viewer.ts';
import type { Secrets } from '#lib/server/platform/secrets.ts';

const ALGORITHM = 'HS256';
// RFC 9068's type: none of our other tokens can be used as an access token.
const TYPE = 'at+jwt';
const AUDIENCE = 'glean-api';
const LIFETIME_S = 600;
const HEADER_PARAMETERS = new Set(['alg', 'typ']);

// Limits memory: a member polls with the same token for its whole lifetime. Twice the number of a server's
// connections: with fewer entries than open pages, each poll would miss the cache.
const MAX_VERIFIED = 20_000;

/** The imported key, and the tokens it has verified: either step takes longer than the rest of a request. */
interface Verifier {
  key: Promise<CryptoKey>;
  verified: LRUCache<string, JWTPayload>;
}

const verifiers = new WeakMap<Secrets, Verifier>();

function verifierOf(secrets: Secrets): Verifier {
  const known = verifiers.get(secrets);
  if (known) return known;
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const bytes = Uint8Array.from(secrets.key('access'));
  const verifier = {
    key: crypto.subtle.importKey('raw', bytes, hmac, false, ['sign', 'verify']),
    verified: new LRUCache<string, JWTPayload>({ max: MAX_VERIFIED }),
  };
  verifiers.set(secrets, verifier);
  return verifier;
}

/**
 * Issues a short-lived token to the logged-in member, for the endpoints that require one.
 * @returns a JWT of 10 minutes
 */
export async function issueAccessToken(ctx: Ctx): Promise<string> {
  const { id } = requireViewer(ctx);
  const sessionId = requireSessionId(ctx);
  const issuedAt = Math.floor(ctx.now() / 1000);
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setSubject(id)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LIFETIME_S)
    .sign(await verifierOf(ctx.secrets).key);
}

/** The last character of a base64url text has several encodings; only the canonical one is accepted. */
const isCanonical = (base64url: string): boolean =>
  Buffer.from(base64url, 'base64url').toString('base64url') === base64url;

const invalidToken = () => new AppError('invalid_access_token');

async function verifyToken(ctx: Ctx, token: string): Promise<JWTPayload> {
  const { key, verified } = verifierOf(ctx.secrets);
  const known = verified.get(token);
  if (known && Number(known.exp) * 1000 > ctx.now()) return known;
  const { payload, protectedHeader } = await jwtVerify(token, await key, {
    algorithms: [ALGORITHM],
    typ: TYPE,
    audience: AUDIENCE,
    currentDate: new Date(ctx.now()),
    // Also rejects tokens issued in the future (ASVS 9.2.1).
    maxTokenAge: LIFETIME_S,
    requiredClaims: ['exp'],
  });
  const names = Object.keys(protectedHeader);
  if (names.some((name) => !HEADER_PARAMETERS.has(name)))
    throw new errors.JWTInvalid('Unexpected header parameter.');
  verified.set(token, payload);
  return payload;
}

/**
 * Requires the access token of the request's session. A personal access token replaces both.
 * @param authorization the header, `Bearer <token>`
 */
export async function requireAccessToken(
  ctx: Ctx,
  authorization: string | undefined,
): Promise<void> {
  const viewer = requireViewer(ctx);
  if (viewer.token) return;
  const [, token, signature = ''] =
    /^Bearer ([\w-]+\.[\w-]+\.([\w-]+))$/i.exec(authorization ?? '') ?? [];
  if (!token || !isCanonical(signature)) throw invalidToken();
  const { sub, sid } = await verifyToken(ctx, token).catch((error: unknown) => {
    throw error instanceof errors.JOSEError ? invalidToken() : error;
  });
  if (sub !== viewer.id || sid !== viewer.sessionId) throw invalidToken();
}
