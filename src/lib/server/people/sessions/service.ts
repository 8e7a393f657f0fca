import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { SESSION_DAYS, type SessionList } from '#lib/contract/people/sign-in/sessions.ts';
import { t } from '#lib/messages/t.ts';
import { findCredentials } from '#lib/server/people/credentials/queries.ts';
import { findRecord } from '#lib/server/people/members/queries.ts';
import { toAccount } from '#lib/server/people/members/service.ts';
import type { Ctx, Services, Viewer } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { lockRows, transact } from '#lib/server/platform/db/transact.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { noteLanguage } from '#lib/server/platform/member-language.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';
import { hashToken, randomToken } from '#lib/server/platform/secrets.ts';

import * as sessions from './queries.ts';

// In this order: most browsers also claim to be Chrome and Safari, and Android to be Linux.
const BROWSERS: [RegExp, string][] = [
  [/SamsungBrowser/, 'Samsung Internet'],
  [/OPR\/|Opera|OPT\//, 'Opera'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/FBA[NV]|FB_IAB/, 'Facebook'],
  [/UCBrowser/, 'UC Browser'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS|Chromium/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
];

const find = (names: [RegExp, string][], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/**
 * @param userAgent the header
 * @returns e.g. `Chrome on Android`
 */
export function describeUserAgent(userAgent: string): string {
  const browser = find(BROWSERS, userAgent);
  const system = find(SYSTEMS, userAgent);
  if (browser && system) return t('session.device', { browser, system });
  return browser ?? system ?? t('session.another_device');
}

const DAY_MS = 86_400_000;
/** See docs/product.md, "Sessions". */
const IDLE_MS = 30 * DAY_MS;
const ABSOLUTE_MS = SESSION_DAYS * DAY_MS;
// Limits writes: the use of a session is stored once an hour.
const TOUCH_MS = 3_600_000;
const USER_AGENT_LENGTH = 200;

const activeSince = (now: number) => ({ seen: now - IDLE_MS, created: now - ABSOLUTE_MS });

// A demo account has many users.
const MAX_SESSIONS = 50;

/**
 * Checks the password again, in the transaction that creates a session.
 * @param code the error code
 */
export async function requirePasswordHash(
  tx: Executor,
  memberId: string,
  hash: string,
  code: ErrorCode = 'wrong_credentials',
): Promise<void> {
  await lockRows(tx, 'members', [memberId]);
  const credentials = await findCredentials(tx, 'id', memberId);
  if (credentials?.password_hash !== hash) throw new AppError(code);
}

/** The browser that a session is for. */
export interface SessionBrowser {
  userAgent: string;
  /** its previous session token */
  session: string | null;
}

/** A browser that logs in. */
export interface SignInBrowser extends SessionBrowser {
  /** its device token */
  device: string | null;
}

/**
 * Creates a session. Ends the browser's previous session, and the member's oldest ones beyond 50. Cancels a deletion
 * that the member requested.
 * @param check verifies, in the transaction, what was verified for the login
 * @returns the new token, for the cookie only
 */
export async function createSession(
  services: Services,
  memberId: string,
  { userAgent, session: previous }: SessionBrowser,
  check?: (tx: Executor) => Promise<void>,
): Promise<string> {
  const token = randomToken();
  const session = {
    id: newId(),
    token_hash: hashToken(token),
    member_id: memberId,
    user_agent: userAgent.slice(0, USER_AGENT_LENGTH).toWellFormed().replaceAll('\0', ''),
    created_at: services.clock.latest(),
    seen_at: services.clock.latest(),
    confirmed_at: services.now(),
  };
  const { disabled_at = null } = (await findRecord(services.db, memberId)) ?? {};
  const isHidden = disabled_at !== null;
  await transact(services, { invalidates: isHidden ? ['posts'] : [] }, async (tx) => {
    if (isHidden) await services.events.memberReturned(services, tx, memberId);
    await check?.(tx);
    if (previous) await sessions.deleteSession(tx, hashToken(previous));
    await sessions.insertSession(tx, session);
    await noteLanguage(tx, memberId);
    await sessions.deleteExcessSessions(tx, memberId, MAX_SESSIONS);
  });
  return token;
}

/**
 * @param token the value of the cookie
 * @returns null without a session, and when it has expired or its member is disabled
 */
export async function findViewer(services: Services, token: string | null): Promise<Viewer | null> {
  if (!token) return null;
  const now = services.now();
  const row = await sessions.findSession(services.db, hashToken(token), activeSince(now));
  if (!row) return null;
  if (now - row.seen_at > TOUCH_MS)
    await sessions
      .touchSession(services.db, row.session_id, now)
      // A full disk must not prevent members from reading.
      .catch((error: unknown) => services.log.warn({ event: 'session_touch_failed', error }));
  return {
    id: row.member_id,
    role: row.role,
    account: toAccount(row),
    language: row.language,
    sessionId: row.session_id,
    confirmedAt: row.confirmed_at,
    inboxVersion: row.inbox_version ?? 0,
    token: null,
  };
}

export const endSession = ({ db }: Services, token: string) =>
  sessions.deleteSession(db, hashToken(token));

export const deleteExpiredSessions = ({ db, now }: Services) =>
  sessions.deleteExpiredSessions(db, activeSince(now()));

/** @returns the number of a member's sessions, and when the member was last seen, in milliseconds since 1970 */
export async function countSessions(
  { db, now }: Services,
  memberId: string,
): Promise<{ count: number; seenAt: number | null }> {
  const rows = await sessions.listSessions(db, memberId, activeSince(now()));
  return { count: rows.length, seenAt: rows[0]?.seen_at ?? null };
}

/** The current session first, then most recently used (ASVS 7.5.2). */
export async function listSessions(ctx: Ctx): Promise<SessionList> {
  const { id, sessionId } = requireViewer(ctx);
  const rows = await sessions.listSessions(ctx.db, id, activeSince(ctx.now()));
  const all = rows.map((row) => ({
    session_id: row.id,
    device: describeUserAgent(row.user_agent),
    signed_in_at: new Date(row.created_at).toISOString(),
    // A wrong clock may have set a future time.
    last_seen: new Date(Math.min(row.seen_at, ctx.now())).toISOString(),
    current: row.id === sessionId,
  }));
  return { sessions: all.toSorted((a, b) => Number(b.current) - Number(a.current)) };
}

/**
 * Ends one of the viewer's sessions; repeating changes nothing.
 * @returns the remaining sessions
 */
export async function endMemberSession(ctx: Ctx, sessionId: string): Promise<SessionList> {
  await sessions.deleteMemberSession(ctx.db, requireViewer(ctx).id, sessionId);
  return listSessions(ctx);
}

/** @returns the current one */
export async function endOtherSessions(ctx: Ctx): Promise<SessionList> {
  const { id, sessionId } = requireViewer(ctx);
  await sessions.deleteSessionsByMember(ctx.db, id, sessionId);
  return listSessions(ctx);
}
