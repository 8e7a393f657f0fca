import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';

import { type Ctx, requireViewer } from '#lib/server/context.ts';
import { unauthenticated } from '#lib/server/errors.ts';
import type { Secrets } from '#lib/server/secrets.ts';

const ALGORITHM = 'HS256';
// RFC 9068's type: no other token of ours passes for an access token.
const TYPE = 'at+jwt';
const AUDIENCE = 'glean-api';
const LIFETIME_S = 600;
const HEADER_PARAMETERS = new Set(['alg', 'typ']);

// Importing the key takes as long as verifying a token.
const importedKeys = new WeakMap<Secrets, Promise<CryptoKey>>();

function importKey(secrets: Secrets): Promise<CryptoKey> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const imported =
    importedKeys.get(secrets) ??
    crypto.subtle.importKey('raw', Uint8Array.from(secrets.key('access')), hmac, false, [
      'sign',
      'verify',
    ]);
  importedKeys.set(secrets, imported);
  return imported;
}

/**
 * Issues a short-lived token to the signed-in member, for the endpoints that need one.
 * @returns a JWT of 10 minutes
 * @throws AppError unauthenticated
 */
export async function issueAccessToken(ctx: Ctx): Promise<string> {
  const { id, sessionId } = requireViewer(ctx);
  const issuedAt = Math.floor(ctx.now() / 1000);
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setSubject(id)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LIFETIME_S)
    .sign(await importKey(ctx.secrets));
}

/** The last character of a base64url text has several spellings; only one is accepted. */
const isCanonical = (base64url: string): boolean =>
  Buffer.from(base64url, 'base64url').toString('base64url') === base64url;

async function verifyToken(ctx: Ctx, token: string): Promise<JWTPayload> {
  const { payload, protectedHeader } = await jwtVerify(token, await importKey(ctx.secrets), {
    algorithms: [ALGORITHM],
    typ: TYPE,
    audience: AUDIENCE,
    currentDate: new Date(ctx.now()),
    // It also rejects tokens issued in the future (ASVS 9.2.1).
    maxTokenAge: LIFETIME_S,
    requiredClaims: ['exp'],
  });
  const names = Object.keys(protectedHeader);
  if (names.some((name) => !HEADER_PARAMETERS.has(name)))
    throw new errors.JWTInvalid('Unexpected header parameter.');
  return payload;
}

/**
 * Requires the access token of the request's session.
 * @param authorization the header, `Bearer <token>`
 * @throws AppError unauthenticated
 */
export async function requireAccessToken(
  ctx: Ctx,
  authorization: string | undefined,
): Promise<void> {
  const viewer = requireViewer(ctx);
  const [, token, signature = ''] =
    /^Bearer ([\w-]+\.[\w-]+\.([\w-]+))$/i.exec(authorization ?? '') ?? [];
  if (!token || !isCanonical(signature)) throw unauthenticated();
  const { sub, sid } = await verifyToken(ctx, token).catch((error: unknown) => {
    throw error instanceof errors.JOSEError ? unauthenticated() : error;
  });
  if (sub !== viewer.id || sid !== viewer.sessionId) throw unauthenticated();
}
