// What follows a failed request of an entry, without storage or network (docs/product.md, "Outbox").
import { ApiError, isSignedOut } from '#lib/client/http/api-error.ts';

import { kindOf } from './outbox-actions.ts';
import type { NewEntry } from './outbox-rules.ts';

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

/** Decides what follows a failed request of an entry. */
export function outcomeOf(entry: NewEntry, error: unknown, now: number): Outcome {
  if (isSignedOut(error)) return { next: 'sign-in' };
  if (isTemporary(error)) return waitLonger(entry, error, now);
  const { hasArrived, edit } = kindOf(entry.action);
  if (hasArrived?.(entry.action, error as ApiError)) return { next: 'done' };
  return edit ? { next: 'reject', rejection: (error as ApiError).message } : { next: 'drop' };
}
