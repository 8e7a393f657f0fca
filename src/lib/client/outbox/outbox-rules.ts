// An entry of the outbox, and which entries a new one replaces, without storage or network (docs/product.md, "Outbox").
import { kindOf, type OutboxAction } from './outbox-actions.ts';

/** Pages and the service worker send in turns: only who holds this lock. */
export const OUTBOX_LOCK = 'outbox';

/** The tag of the event with which browsers call the service worker when there is a connection. */
export const OUTBOX_SYNC = 'outbox';

/** An action that waits to be sent. */
export interface NewEntry {
  accountId: string;
  action: OutboxAction;
  /** what it is about, for people: a post's title or a member's name */
  subject: string;
  idempotencyKey: string;
  /** the response may have been lost, not the request */
  mayHaveArrived: boolean;
  /** milliseconds since 1970 */
  savedAt: number;
  /** not before; milliseconds since 1970 */
  retryAt: number;
  /** failures one after the other */
  failures: number;
  /** why the server rejected it; it then waits for its member */
  rejection?: string;
  /** its request is on its way until `retryAt` */
  isInFlight?: true;
}

/** A stored entry; ids go up. */
export interface OutboxEntry extends NewEntry {
  id: number;
}

/** Whether it is sent without the member doing anything. */
export const isWaiting = ({ rejection }: NewEntry): boolean => rejection === undefined;

// No limit of the server is longer than a day.
const LONGEST_WAIT_MS = 2 * 86_400_000;

/** Whether it has waited long enough; also when the device's clock was ahead as `retryAt` was set. */
export const isDue = ({ retryAt }: Pick<NewEntry, 'retryAt'>, now: number): boolean =>
  retryAt <= now || retryAt > now + LONGEST_WAIT_MS;

/** Whether it is listed on a page: not while its request is on its way. */
export const isVisible = (entry: NewEntry): boolean =>
  !entry.isInFlight || isDue(entry, Date.now());

const targetOf = (action: OutboxAction) => kindOf(action).target?.(action);

/** An action, and its idempotency key if it has one of its own. */
export interface KeyedAction<A extends OutboxAction = OutboxAction> {
  action: A;
  idempotencyKey?: string;
}

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

const isSame = (a: object, b: object): boolean =>
  Object.entries(a).every(([key, value]) => b[key as keyof typeof b] === value);

/** Whether an action undoes another: a like and its unlike. */
function isUndone(earlier: OutboxAction, action: OutboxAction): boolean {
  const undone = kindOf(action).undo?.(action);
  return undone !== undefined && isSame(undone, earlier);
}

/** How a new entry changes the outbox. */
export interface Change {
  removed: OutboxEntry[];
  /** null when it undoes one that surely has not arrived */
  added: NewEntry | null;
}

/** Adds an entry, or cancels out the one that it undoes. */
export function addEntry(entries: OutboxEntry[], entry: NewEntry): Change {
  const removed = supersededBy(entries, entry);
  const cancelled = removed.find((each) => isUndone(each.action, entry.action));
  if (cancelled && !cancelled.mayHaveArrived) return { removed, added: null };
  return { removed, added: { ...entry, action: replaceFirst(removed, entry.action) } };
}

/** @returns the action, merged with the one that it replaces when both are of one kind */
function replaceFirst([first]: OutboxEntry[], action: OutboxAction): OutboxAction {
  const { replace } = kindOf(action);
  return replace && first?.action.kind === action.kind ? replace(first.action, action) : action;
}
