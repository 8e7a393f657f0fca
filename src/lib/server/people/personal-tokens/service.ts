import { addDays } from '#lib/contract/days.ts';
import { MAX_TOKENS } from '#lib/contract/limits.ts';
import { TOKENS_PATH } from '#lib/contract/paths.ts';
import {
  type CreatedPersonalToken,
  type PersonalToken,
  type PersonalTokenInput,
  type PersonalTokenList,
  TOKEN_PREFIX,
  type TokenScope,
} from '#lib/contract/people/personal-tokens.ts';
import { t } from '#lib/messages/t.ts';
import { findCredentials } from '#lib/server/people/credentials/queries.ts';
import { toAccount } from '#lib/server/people/members/service.ts';
import { confirmNow } from '#lib/server/people/passkeys/confirm-now.ts';
import { lockViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx, Services, Viewer } from '#lib/server/platform/context.ts';
import type { PersonalTokenTable } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { type Email, keyMadeEmail } from '#lib/server/platform/email/email.ts';
import { enqueueEmailTo } from '#lib/server/platform/email/enqueue-email.ts';
import { AppError, fieldError, notFound, unauthenticated } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { requireSessionId, requireViewer } from '#lib/server/platform/require-viewer.ts';
import { hashToken, randomToken } from '#lib/server/platform/secrets.ts';
import { regionDay, site } from '#lib/site.ts';

import * as queries from './queries.ts';

const DAY_MS = 86_400_000;
/** How long an expired token is still listed. */
const ENDED_DAYS = 30;

const toToken = (row: PersonalTokenTable, today: string): PersonalToken => ({
  token_id: row.id,
  name: row.name,
  scope: row.scope,
  until: row.until,
  has_ended: row.until !== null && row.until < today,
  created_at: new Date(row.created_at).toISOString(),
  last_used: row.used_on,
});

/** Lists the viewer's tokens, newest first. */
export async function listTokens(ctx: Ctx): Promise<PersonalTokenList> {
  requireSessionId(ctx);
  const rows = await queries.listTokens(ctx.db, requireViewer(ctx).id);
  const today = regionDay(ctx.now());
  return { tokens: rows.map((row) => toToken(row, today)) };
}

async function insert(ctx: Ctx, row: PersonalTokenTable): Promise<void> {
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx, { allowsSuspended: true });
    const tokens = await queries.listTokens(tx, row.member_id);
    if (tokens.some(({ id }) => id === row.id)) throw new AppError('token_exists');
    if (tokens.length >= MAX_TOKENS) throw new AppError('too_many_tokens');
    if (!(await queries.insertToken(tx, row))) throw new AppError('token_exists');
    const member = await findCredentials(tx, 'id', row.member_id);
    if (!member) throw unauthenticated();
    const write = (to: Email['to']) => tokenCreatedEmail(to, row, ctx.config.publicUrl);
    await enqueueEmailTo(ctx, tx, member, write, DAY_MS);
  });
}

/** @returns an id for the form of a new token: submitting the form twice creates one */
export const newTokenId = (): string => newId();

export const LIMITS = defineLimits({
  // Each sends an email.
  createToken: { what: "a member's new access tokens", points: 20, seconds: 86_400 },
});

/**
 * Creates a token for the viewer, after a new confirmation of their identity, and queues an email about it.
 * @param id the token's id: submitting the form twice creates one
 * @returns the token with its secret, which is not stored
 */
export async function createToken(
  ctx: Ctx,
  input: PersonalTokenInput,
  id: string = newTokenId(),
): Promise<CreatedPersonalToken> {
  requireSessionId(ctx);
  const { id: member_id } = requireViewer(ctx);
  const { name, scope, until } = input;
  const today = regionDay(ctx.now());
  if (until !== null && until < today) throw fieldError('until', 'until_past');
  await confirmNow(ctx, input);
  await ctx.limits.consume(LIMITS.createToken, member_id);
  const token = TOKEN_PREFIX + randomToken();
  const times = { until, created_at: ctx.now(), used_on: null };
  const row = { id, member_id, token_hash: hashToken(token), name, scope, ...times };
  await insert(ctx, row);
  ctx.log.info({ event: 'token_created', requestId: ctx.requestId, member: member_id, token: id });
  return { ...toToken(row, today), token };
}

/** Removes a token of the viewer: it becomes invalid. */
export async function removeToken(ctx: Ctx, id: string): Promise<void> {
  requireSessionId(ctx);
  const { id: member_id } = requireViewer(ctx);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    // Waits for writes in progress that use the token.
    await lockViewer(ctx, tx, { allowsSuspended: true });
    if (!(await queries.deleteToken(tx, { id, member_id }))) throw notFound('token');
  });
  ctx.log.info({ event: 'token_removed', requestId: ctx.requestId, member: member_id, token: id });
}

/** Deletes tokens that expired 30 days ago. */
export const deleteEndedTokens = ({ db, now }: Services) =>
  queries.deleteTokensUntil(db, addDays(regionDay(now()), -ENDED_DAYS));

const TOKEN = new RegExp(String.raw`^${TOKEN_PREFIX}[\w-]{43}$`);

/**
 * Finds the member of a personal access token, and records the day of its use.
 * @param secret as sent
 * @returns null for a token that is unknown, removed or expired, or belongs to a disabled member
 */
export async function findTokenViewer(services: Services, secret: string): Promise<Viewer | null> {
  if (!TOKEN.test(secret)) return null;
  const today = regionDay(services.now());
  // Looked up by hash, so that timing reveals nothing about existing tokens.
  const row = await queries.findToken(services.db, hashToken(secret), today);
  if (!row) return null;
  if (row.used_on !== today)
    await queries
      .setTokenUsed(services.db, row.token_id, today)
      // A full disk must not prevent programs from reading.
      .catch((error: unknown) => services.log.warn({ event: 'token_touch_failed', error }));
  return {
    id: row.member_id,
    role: row.role,
    account: toAccount(row),
    language: row.language,
    sessionId: null,
    confirmedAt: 0,
    inboxVersion: row.inbox_version ?? 0,
    token: { id: row.token_id, scope: row.scope },
  };
}

/**
 * The email after a personal access token was created.
 * @param token without its secret
 * @param origin the site's origin
 */
function tokenCreatedEmail(
  to: Email['to'],
  token: { name: string; scope: TokenScope },
  origin: string,
): Email {
  return keyMadeEmail(to, {
    subject: t('email.token_subject', { site: site.name }),
    what: t('email.token', { name: token.name, scope: token.scope }),
    notYou: t('email.token_not_you', { email: site.contactEmail, url: origin + TOKENS_PATH }),
  });
}
