import type { JoinRole } from '#lib/contract/applications.ts';
import type { Ctx } from '#lib/server/context.ts';
import { notFound } from '#lib/server/errors.ts';
import { ipPrefix } from '#lib/server/rate-limits/ip-prefix.ts';
import { hashToken } from '#lib/server/secrets.ts';
import { regionDay } from '#lib/site.ts';

import { LIMITS } from './limits.ts';
import * as queries from './queries.ts';

/** What somebody with its code learns of an invitation. */
export interface OpenInvitation {
  id: string;
  /** null for any of the roles */
  role: JoinRole | null;
}

/**
 * Finds the invitation of a code. Codes that do not work are counted for each network: a code has 128 bits, and the
 * limit saves the server from looking up guesses without end.
 * @returns null for a code that does not work, also of one that is used up, over or revoked
 * @throws AppError rate_limited
 */
export async function findOpenInvitation(ctx: Ctx, code: string): Promise<OpenInvitation | null> {
  const found = await queries.findOpenInvitation(ctx.db, hashToken(code), regionDay(ctx.now()));
  if (!found) await ctx.limits.consume(LIMITS.invitationGuess, ipPrefix(ctx.ip));
  return found ?? null;
}

/**
 * As `findOpenInvitation`, for calls and forms.
 * @throws AppError invitation_not_found, rate_limited
 */
export async function getOpenInvitation(ctx: Ctx, code: string): Promise<OpenInvitation> {
  const found = await findOpenInvitation(ctx, code);
  if (!found) throw notFound('invitation');
  return found;
}
