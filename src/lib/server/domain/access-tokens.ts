import { errors, jwtVerify, SignJWT } from 'jose';

import { type Ctx, requireViewer } from './context.ts';
import { notSignedIn } from './refusals.ts';

// RFC 9068's type, so that no other token of ours is taken for one.
const TYPE = 'at+jwt';
const AUDIENCE = 'glean-api';
const LIFETIME_S = 600;

/**
 * A short-lived token of the signed-in member for the calls that need one (spec 6).
 * @returns a JWT of 10 minutes
 * @throws Refusal not_signed_in
 */
export function issueAccessToken(ctx: Ctx): Promise<string> {
  const { id, sessionId } = requireViewer(ctx);
  const now = Math.floor(ctx.now() / 1000);
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE })
    .setSubject(id)
    .setAudience(AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(now + LIFETIME_S)
    .sign(ctx.secrets.key('access'));
}

/** Base64 has spare bits at its end, which decoders pass over: a signature is taken in one spelling only. */
const isCanonical = (signature: string) =>
  Buffer.from(signature, 'base64url').toString('base64url') === signature;

/**
 * Lets a call through only with the access token of the session that makes it.
 * @param authorization the header, `Bearer <token>`
 * @throws Refusal not_signed_in
 */
export async function requireAccess(ctx: Ctx, authorization: string | undefined): Promise<void> {
  const { id, sessionId } = requireViewer(ctx);
  const token = /^Bearer ([\w.-]+)$/i.exec(authorization ?? '')?.[1] ?? '';
  if (!isCanonical(token.split('.')[2] ?? '')) throw notSignedIn();
  try {
    const { payload } = await jwtVerify(token, ctx.secrets.key('access'), {
      algorithms: ['HS256'],
      audience: AUDIENCE,
      subject: id,
      typ: TYPE,
      // A token from the future is refused as well: then some clock is wrong (ASVS 9.2.1).
      maxTokenAge: LIFETIME_S,
      requiredClaims: ['exp', 'sub', 'sid'],
      currentDate: new Date(ctx.now()),
    });
    if (payload['sid'] !== sessionId) throw notSignedIn();
  } catch (error) {
    throw error instanceof errors.JOSEError ? notSignedIn() : error;
  }
}
