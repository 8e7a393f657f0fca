// The entries of the outbox, and which of them a new one replaces; no storage, no network (docs/product.md,
// "Outbox").
import { kindOf, type OutboxAction } from './outbox-actions.ts';

/** The lock for sending: pages and the service worker take turns. */
export const OUTBOX_LOCK = 'outbox';

/** The tag of the sync event with which browsers call the service worker once there is a connection. */
export const OUTBOX_SYNC = 'outbox';

/** An action that waits to be sent. */
export interface NewEntry {
  accountId: string;
  action: OutboxAction;
  /** the object, for people: a post's title or a member's name */
  subject: string;
  idempotencyKey: string;
  /** whether an earlier request may have arrived, its response lost */
  mayHaveArrived: boolean;
  /** milliseconds since 1970 */
  savedAt: number;
  /** the earliest retry, milliseconds since 1970 */
  retryAt: number;
  /** consecutive failures */
  failures: number;
  /** the error of the server; the entry then waits for its member */
  rejection?: string;
  /** the request is in flight until `retryAt` */
  isInFlight?: true;
}

/** A stored entry; ids ascend. */
export interface OutboxEntry extends NewEntry {
  id: number;
}

/** Whether the entry will be sent without an action of the member. */
export const isWaiting = ({ rejection }: NewEntry): boolean => rejection === undefined;

// No rate limit of the server lasts longer than a day.
const LONGEST_WAIT_MS = 2 * 86_400_000;

/** Whether an entry can be sent; also true when the device's clock was ahead when `retryAt` was set. */
export const isDue = ({ retryAt }: Pick<NewEntry, 'retryAt'>, now: number): boolean =>
  retryAt <= now || retryAt > now + LONGEST_WAIT_MS;

/** Whether a page lists the entry: not while its request is in flight. */
export const isVisible = (entry: NewEntry): boolean =>
  !entry.isInFlight || isDue(entry, Date.now());

const targetOf = (action: OutboxAction) => kindOf(action).target?.(action);

/** An action with its idempotency key, if it has one. */
export interface KeyedAction<A extends OutboxAction = OutboxAction> {
  action: A;
  idempotencyKey?: string;
}

/** The entries that a later action replaces, including the action's own. */
export function supersededBy(
  entries: OutboxEntry[],
  { action, idempotencyKey }: KeyedAction,
): OutboxEntry[] {
  const target = targetOf(action);
  return entries.filter((entry) =>
    target ? targetOf(entry.action) === target : entry.idempotencyKey === idempotencyKey,
  );
}

const isSame = (a: object, b: object): boolean =>
  Object.entries(a).every(([key, value]) => b[key as keyof typeof b] === value);

/** Whether an action undoes an earlier one, as an unlike does a like. */
function isUndone(earlier: OutboxAction, action: OutboxAction): boolean {
  const undone = kindOf(action).undo?.(action);
  return undone !== undefined && isSame(undone, earlier);
}

/** How a new entry changes the outbox. */
export interface Change {
  removed: OutboxEntry[];
  /** null when it undoes an entry that cannot have arrived */
  added: NewEntry | null;
}

/** Adds an entry, or cancels it out against the one that it undoes. */
export function addEntry(entries: OutboxEntry[], entry: NewEntry): Change {
  const removed = supersededBy(entries, entry);
  const cancelled = removed.find((each) => isUndone(each.action, entry.action));
  if (cancelled && !cancelled.mayHaveArrived) return { removed, added: null };
  return { removed, added: { ...entry, action: replaceFirst(removed, entry.action) } };
}

/** @returns the action, merged with the first entry when both are of one kind */
function replaceFirst([first]: OutboxEntry[], action: OutboxAction): OutboxAction {
  const { replace } = kindOf(action);
  return replace && first?.action.kind === action.kind ? replace(first.action, action) : action;
}
