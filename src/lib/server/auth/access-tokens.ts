import { type Ctx, requireViewer } from '#lib/server/context.ts';
import { unauthenticated } from '#lib/server/errors.ts';

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

// RFC 9068's type, so that no other token of ours is taken for one. No other header is ever taken: there is nothing
// in it to choose from, and no key or algorithm for a forger to name.
const HEADER = encode({ alg: 'HS256', typ: 'at+jwt' });
const AUDIENCE = 'glean-api';
const LIFETIME_S = 600;

interface Claims {
  sub: string;
  sid: string;
  aud: string;
  iat: number;
  exp: number;
  /** none of ours has it; who signs one that does means it */
  nbf?: number;
}

/**
 * A short-lived token of the signed-in member for the calls that need one (spec 6).
 * @returns a JWT of 10 minutes
 * @throws AppError not_signed_in
 */
export function issueAccessToken(ctx: Ctx): string {
  const { id: sub, sessionId: sid } = requireViewer(ctx);
  const iat = Math.floor(ctx.now() / 1000);
  const claims: Claims = { sub, sid, aud: AUDIENCE, iat, exp: iat + LIFETIME_S };
  const said = `${HEADER}.${encode(claims)}`;
  return `${said}.${ctx.secrets.sign('access', said)}`;
}

/** @returns what a token says, or null when it is none of ours, letter for letter */
function readToken({ secrets }: Ctx, authorization: string): Claims | null {
  const [, header, claims = '', signature = ''] =
    /^Bearer ([\w-]+)\.([\w-]+)\.([\w-]+)$/i.exec(authorization) ?? [];
  if (header !== HEADER || !secrets.verify('access', `${header}.${claims}`, signature)) return null;
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Claims;
}

/**
 * Lets a call through only with the access token of the session that makes it. The check is made here and not by a
 * library: those hash in another thread, which costs a poll more than all else it does.
 * @param authorization the header, `Bearer <token>`
 * @throws AppError not_signed_in
 */
export function requireAccessToken(ctx: Ctx, authorization: string | undefined): void {
  const viewer = requireViewer(ctx);
  const { id, sessionId } = viewer;
  const claims = readToken(ctx, authorization ?? '');
  const now = ctx.now() / 1000;
  // A token from the future is refused as well: then some clock is wrong (ASVS 9.2.1).
  const isLiving = claims && claims.iat <= now && now < claims.exp && !(now < (claims.nbf ?? 0));
  if (!isLiving || claims.aud !== AUDIENCE || claims.sub !== id || claims.sid !== sessionId)
    throw unauthenticated();
  viewer.until = Math.min(viewer.until, claims.exp * 1000);
}
