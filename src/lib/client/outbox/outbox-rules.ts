// The state machine of the outbox, without storage or network (docs/product.md, "Outbox").
import { ApiError, isNotFound, isSignedOut } from '#lib/client/http/api-error.ts';
import type { PostText } from '#lib/contract/posts.ts';

import { isWritten, type NewEntry, type OutboxAction, type OutboxEntry } from './outbox-entry.ts';

const FIRST_RETRY_MS = 5000;
const LONGEST_RETRY_MS = 60_000;
const WAITING_STATUS = new Set([0, 408, 429]);

/** What a failed entry does next. */
export type Outcome =
  | { next: 'done' }
  /** its text goes back to the member */
  | { next: 'reject'; rejection: string }
  /** nothing is lost with it */
  | { next: 'drop' }
  | { next: 'wait'; retryAt: number; failures: number }
  | { next: 'sign-in' };

/** Whether the same request may succeed later. */
function isTemporary(error: unknown): boolean {
  // Not a response of our server: a proxy's or a captive portal's.
  if (!(error instanceof ApiError) || error.code === 'malformed_response') return true;
  const { status, code } = error;
  return WAITING_STATUS.has(status) || status >= 500 || code === 'invalid_csrf_token';
}

function waitLonger({ failures }: NewEntry, error: unknown, now: number): Outcome {
  const requested = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
  const delay = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
  return { next: 'wait', retryAt: now + Math.max(delay, requested), failures: failures + 1 };
}

/** Whether the first request had arrived, whose response was lost. */
function hasArrived(action: OutboxAction, error: unknown): boolean {
  if (action.kind === 'delete') return isNotFound(error);
  if (action.kind !== 'update' || !(error instanceof ApiError)) return false;
  const { title, description } = (error.current ?? {}) as Partial<PostText>;
  return title === action.title && description === action.description;
}

/** Decides what follows a failed request of an entry. */
export function outcomeOf(entry: NewEntry, error: unknown, now: number): Outcome {
  if (isSignedOut(error)) return { next: 'sign-in' };
  if (isTemporary(error)) return waitLonger(entry, error, now);
  if (hasArrived(entry.action, error)) return { next: 'done' };
  if (!isWritten(entry)) return { next: 'drop' };
  return { next: 'reject', rejection: (error as ApiError).message };
}

/** @returns what an action is about; of two about the same, the later one counts. Null when each counts. */
function targetOf(action: OutboxAction): string | null {
  switch (action.kind) {
    case 'post':
    case 'comment':
      return null;
    case 'follow':
      return `follow ${action.memberId}`;
    case 'like':
      return `like ${action.postId}`;
    case 'update':
    case 'delete':
      return `text ${action.postId}`;
  }
}

/** An action, and its idempotency key if it has one of its own. */
export type KeyedAction = Pick<NewEntry, 'action'> & { idempotencyKey?: string };

/** The entries that a later action makes needless, and the action's own. */
export function supersededBy(
  entries: OutboxEntry[],
  { action, idempotencyKey }: KeyedAction,
): OutboxEntry[] {
  const target = targetOf(action);
  return entries.filter((entry) =>
    target ? targetOf(entry.action) === target : entry.idempotencyKey === idempotencyKey,
  );
}

/** Whether an action undoes another: a like and its unlike. */
const isUndone = (a: OutboxAction, b: OutboxAction): boolean =>
  (a.kind === 'like' && b.kind === 'like' && a.isLiked !== b.isLiked) ||
  (a.kind === 'follow' && b.kind === 'follow' && a.isFollowed !== b.isFollowed);

/** How a new entry changes the outbox. */
export interface Change {
  removed: OutboxEntry[];
  /** null when it undoes one that surely has not arrived */
  added: NewEntry | null;
}

/** Adds an entry, or cancels out the one that it undoes. */
export function addEntry(entries: OutboxEntry[], entry: NewEntry): Change {
  const { action } = entry;
  const removed = supersededBy(entries, entry);
  const cancelled = removed.find((each) => isUndone(each.action, action));
  if (cancelled && !cancelled.mayHaveArrived) return { removed, added: null };
  return { removed, added: { ...entry, action: keepBase(removed, action) } };
}

/** An update of a waiting update is based on the text that the first one was based on. */
function keepBase(removed: OutboxEntry[], action: OutboxAction): OutboxAction {
  const [earlier] = removed;
  if (action.kind !== 'update' || earlier?.action.kind !== 'update') return action;
  return { ...action, updated_at: earlier.action.updated_at };
}
