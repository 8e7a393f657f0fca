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
import type { Metrics } from './metrics/metrics.ts';
import type { Notify } from './notification-events.ts';
import type { PushSender } from './push/push-sender.ts';
import type { RateLimits } from './rate-limits/limit-counters.ts';
import type { Secrets } from './secrets.ts';
import type { SmsSender } from './sms/sms-sender.ts';
import type { ExportStore } from './storage/export-store.ts';
import type { FileStore } from './storage/file-store.ts';

/** The services that all requests share, created once at start. */
export interface Services {
  config: Config;
  db: Db;
  /** search depends on the dialect */
  dialect: DialectName;
  files: FileStore;
  exportFiles: ExportStore;
  limits: RateLimits;
  mailer: Mailer;
  secrets: Secrets;
  push: PushSender;
  /** null when no SMS are sent */
  sms: SmsSender | null;
  log: Logger;
  metrics: Metrics;
  /** invalidates the cached guest pages that show changed data. See `transact` */
  publish: (changes: CacheVersionTable[]) => void;
  /** notifies members of an event, in its transaction */
  notify: Notify;
  /** milliseconds since 1970; tests can move it */
  now: () => number;
  /** milliseconds since an arbitrary time, for data in memory: never goes back */
  steadyNow: () => number;
  /** decides about work that a wrong clock would ruin */
  clock: ClockGuard;
  identity: Identity;
  events: Events;
  /** sends a queued delivery */
  deliverOne: SendDelivery;
}

/**
 * Events of lower layers that higher layers handle, each in its own transaction if one is given; `app/wiring.ts`
 * connects them.
 */
export interface Events {
  /** a member is disabled or leaves: others can no longer see them */
  memberHidden(services: Services, tx: Executor, memberId: string): Promise<void>;
  /** a hidden member logs in, in a transaction that invalidates `posts` */
  memberReturned(services: Services, tx: Executor, memberId: string): Promise<void>;
  /** a member's personal access tokens become invalid, e.g. after a new password */
  tokensEnded(tx: Executor, memberId: string): Promise<void>;
  /** a member has requested the deletion of their account */
  deletionRequested(tx: Executor, memberId: string): Promise<void>;
  /** the viewer blocks another member */
  memberBlocked(ctx: Ctx, tx: Executor, memberId: string): Promise<void>;
  /** the viewer, or the steward acting for them, acts on a subject: notifications about it are obsolete */
  subjectSeen(ctx: Ctx, about: Subject): Promise<void>;
  /** a post is about to be deleted */
  postDeleted(services: Services, tx: Executor, postId: string): Promise<void>;
  /** a new post of the viewer is pending: others cannot see it yet */
  postPending(ctx: Ctx, tx: Executor, postId: string): Promise<void>;
}

/** The fields of an input with the person on whose behalf its sender acts, and the post that it is about. */
export interface ActingInput {
  for_account: string | null;
  post_id?: string;
}

/**
 * Finds the context in which the viewer acts on an object: for themselves, or on behalf of a person they look after.
 */
export interface InPlace {
  /** as one of the two members of an appointment */
  appointment(ctx: Ctx, id: string): Promise<Ctx>;
  /** as one of the members of a trip */
  trip(ctx: Ctx, id: string): Promise<Ctx>;
  /** as the author of a post with a listing */
  author(ctx: Ctx, id: string): Promise<Ctx>;
  /** as the member that the input names. @throws AppError not_looked_after, post_not_found, one_hand */
  input(ctx: Ctx, given: ActingInput): Promise<Ctx>;
}

/**
 * The object that determines on whose behalf an action is, as calls, forms and pages declare it. `self`: always the
 * viewer.
 */
export type ActsFor = keyof InPlace | 'self';

/**
 * Identifies the client of a request, and checks a member's consents and confirmations: `app/wiring.ts` connects it.
 */
export interface Identity {
  /** @param session the cookie's value. @returns null when invalid */
  findViewer(services: Services, session: string | null): Promise<Viewer | null>;
  /** @param secret a personal access token. @returns null when invalid */
  findTokenViewer(services: Services, secret: string): Promise<Viewer | null>;
  /** @throws AppError unauthenticated, invalid_access_token */
  requireAccessToken(ctx: Ctx, authorization: string | undefined): Promise<void>;
  /** @throws AppError consent_required, unless the viewer has agreed to the current documents */
  requireConsents(ctx: Ctx): Promise<void>;
  /** Records that the viewer has entered the password again. @throws AppError about the password, rate_limited */
  confirmPassword(ctx: Ctx, input: Confirmation): Promise<void>;
  inPlace: InPlace;
}

/** The personal access token of a request. */
interface UsedToken {
  /** the token's id, not its secret */
  id: string;
  scope: TokenScope;
}

/** The member who sends a request. */
export interface Viewer {
  id: string;
  role: Role;
  account: Account;
  /** the member's chosen language; null for the browser's */
  language: string | null;
  /** the session's id, not its secret; null with a personal access token */
  sessionId: string | null;
  /**
   * when the member last confirmed their identity in this session, in milliseconds since 1970: by logging in, or by
   * password or passkey; never with a personal access token
   */
  confirmedAt: number;
  /** increases with every change of the session member's notifications, for which each open page polls */
  inboxVersion: number;
  /** the personal access token that replaces a session; null with a session */
  token: UsedToken | null;
  /** the steward acting on the member's behalf, who owns the session; see `InPlace` */
  stewardId?: string;
}

/** The context of a service: all shared services, and the request's viewer. */
export interface Ctx extends Services {
  /** null for a guest */
  viewer: Viewer | null;
  /** the language of texts, see `currentLanguage` in messages/t.ts; absent outside of requests */
  language?: string;
  /** the client's IP, as reported by a trusted proxy */
  ip: string;
  requestId: string;
  /** whether the client has closed its connection */
  hasLeft: () => boolean;
  /** set by `cachePage`; null for an uncached page */
  cachePolicy: CachePolicy | null;
}
