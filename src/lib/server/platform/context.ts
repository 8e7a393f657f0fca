import type { Logger } from 'pino';

import type { Confirmation } from '#lib/contract/people/confirmations.ts';
import type { Account, Role } from '#lib/contract/people/members.ts';
import type { TokenScope } from '#lib/contract/people/personal-tokens.ts';
import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import type { CachePolicy } from './cache/page-policy.ts';
import type { ClockGuard } from './clock/clock-guard.ts';
import type { Config } from './config/config.ts';
import type { CacheVersionTable, Db, Executor, Subject } from './db/schema.ts';
import type { SendDelivery } from './deliveries/delivery-worker.ts';
import type { Mailer } from './email/mailer.ts';
import { AppError, unauthenticated } from './errors.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Notify } from './notification-events.ts';
import type { PushSender } from './push/push-sender.ts';
import type { RateLimits } from './rate-limits/limit-counters.ts';
import type { Secrets } from './secrets.ts';
import type { SmsSender } from './sms/sms-sender.ts';
import type { ExportStore } from './storage/export-store.ts';
import type { FileStore } from './storage/file-store.ts';

/** Shared by all requests, created once at start. */
export interface Services {
  config: Config;
  db: Db;
  /** search differs by dialect */
  dialect: DialectName;
  files: FileStore;
  exportFiles: ExportStore;
  limits: RateLimits;
  mailer: Mailer;
  secrets: Secrets;
  push: PushSender;
  /** null where no SMS are sent */
  sms: SmsSender | null;
  log: Logger;
  metrics: Metrics;
  /** removes the cached guest pages that show what was changed. See `transact` */
  publish: (changes: CacheVersionTable[]) => void;
  /** notifies members of what happens, in its transaction */
  notify: Notify;
  /** milliseconds since 1970; tests move it */
  now: () => number;
  /** milliseconds since any time, for what is in memory: it never goes back */
  steadyNow: () => number;
  /** decides about what a wrong clock would destroy */
  clock: ClockGuard;
  identity: Identity;
  events: Events;
  /** sends what is queued */
  deliverOne: SendDelivery;
}

/**
 * What the floors above do when something happens below them, each in the transaction in which it happens, if it gets one: `app/wiring.ts`
 * wires it.
 */
export interface Events {
  /** a member is disabled, or leaves: others do not see them any more */
  memberHidden(services: Services, tx: Executor, memberId: string): Promise<void>;
  /** a member signs in who was hidden, in a transaction that invalidates `posts` */
  memberReturned(services: Services, tx: Executor, memberId: string): Promise<void>;
  /** a member's personal access tokens end: for a new password, say */
  tokensEnded(tx: Executor, memberId: string): Promise<void>;
  /** a member has requested the deletion of their account */
  deletionRequested(tx: Executor, memberId: string): Promise<void>;
  /** the viewer blocks another member */
  memberBlocked(ctx: Ctx, tx: Executor, memberId: string): Promise<void>;
  /** the viewer, or who acts in their place, acts on a subject: what is about it needs no notification any more */
  subjectSeen(ctx: Ctx, about: Subject): Promise<void>;
  /** a post is about to be deleted */
  postDeleted(services: Services, tx: Executor, postId: string): Promise<void>;
  /** a new post of the viewer's awaits review by staff: others do not see it yet */
  postPending(ctx: Ctx, tx: Executor, postId: string): Promise<void>;
}

/** Whom an input names as the one in whose place its sender acts, and the post it asks something of. */
export interface ActingInput {
  for_account: string | null;
  post_id?: string;
}

/** By what an act is about: the context in which the viewer acts, for themselves or in the place of one they look after. */
export interface InPlace {
  /** as one of the two of an appointment */
  appointment(ctx: Ctx, id: string): Promise<Ctx>;
  /** as one of those on a truck */
  trip(ctx: Ctx, id: string): Promise<Ctx>;
  /** as the author of a post with a listing */
  author(ctx: Ctx, id: string): Promise<Ctx>;
  /** as whom the input names. @throws AppError not_looked_after, post_not_found, one_hand */
  input(ctx: Ctx, given: ActingInput): Promise<Ctx>;
}

/** Whose act something is, as calls, forms and pages declare it. `self`: the viewer's own, whomever they look after. */
export type ActsFor = keyof InPlace | 'self';

/** Who makes a request, and what a member has done before it: `app/wiring.ts` wires it to the people. */
export interface Identity {
  /** @param session the cookie's value. @returns null for none that works */
  findViewer(services: Services, session: string | null): Promise<Viewer | null>;
  /** @param secret a personal access token. @returns null for none that works */
  findTokenViewer(services: Services, secret: string): Promise<Viewer | null>;
  /** @throws AppError unauthenticated, invalid_access_token */
  requireAccessToken(ctx: Ctx, authorization: string | undefined): Promise<void>;
  /** @throws AppError consent_required, unless the viewer has agreed to the present documents */
  requireConsents(ctx: Ctx): Promise<void>;
  /** Notes that the viewer has given the password again. @throws AppError about the password, rate_limited */
  confirmPassword(ctx: Ctx, input: Confirmation): Promise<void>;
  inPlace: InPlace;
}

/** A personal access token that a request has. */
interface UsedToken {
  /** not its secret */
  id: string;
  scope: TokenScope;
}

/** The member a request comes from. */
export interface Viewer {
  id: string;
  role: Role;
  account: Account;
  /** that they have chosen; null: that of their browser */
  language: string | null;
  /** the session's id, not its secret; null for a personal access token */
  sessionId: string | null;
  /**
   * when this session last proved who uses it, in milliseconds since 1970: by signing in, or by the password again;
   * never for a personal access token
   */
  confirmedAt: number;
  /** rises with every change of the notifications of whose session it is: each open page polls for it */
  inboxVersion: number;
  /** the personal access token that the request has instead of a session; null for a session */
  token: UsedToken | null;
  /** the member who acts in this one's place, whose session it is; see `InPlace` */
  stewardId?: string;
}

/** What a service works with: what all requests share, and the request's viewer. */
export interface Ctx extends Services {
  /** null for a guest */
  viewer: Viewer | null;
  /** of its texts, as `currentLanguage` of messages/t.ts; absent outside of requests */
  language?: string;
  /** the client's IP, behind any trusted proxy */
  ip: string;
  requestId: string;
  /** whether the client has closed its connection */
  hasLeft: () => boolean;
  /** set by `cachePage`; null for a page that is not cached */
  cachePolicy: CachePolicy | null;
}

/**
 * @returns who is signed in
 * @throws AppError unauthenticated, for a guest
 */
export function requireViewer(ctx: Ctx): Viewer {
  if (!ctx.viewer) throw unauthenticated();
  return ctx.viewer;
}

/**
 * @returns the id of who acts: the viewer, or the steward in their place. Limits count what a steward does together, whomever
 *   it is for
 * @throws AppError unauthenticated, for a guest
 */
export function handOf(ctx: Ctx): string {
  const { id, stewardId = id } = requireViewer(ctx);
  return stewardId;
}

/**
 * For what a personal access token never does.
 * @returns the id of the viewer's session
 * @throws AppError unauthenticated for a guest, token_not_allowed
 */
export function requireSessionId(ctx: Ctx): string {
  const { sessionId } = requireViewer(ctx);
  if (sessionId === null) throw new AppError('token_not_allowed');
  return sessionId;
}

/**
 * For what staff alone may see or do.
 * @returns the member of staff
 * @throws AppError unauthenticated for a guest, staff_only for another member, token_not_allowed
 */
export function requireStaffViewer(ctx: Ctx): Viewer {
  const viewer = requireViewer(ctx);
  if (viewer.token) throw new AppError('token_not_allowed');
  if (viewer.role !== 'staff') throw new AppError('staff_only');
  return viewer;
}
