import { expect, test } from 'vitest';

import { ApiError, offlineError, timeoutError } from '#lib/client/http/api-error.ts';
import type { OutboxAction } from '#lib/client/outbox/outbox-actions.ts';
import { addEntry, isDue, type NewEntry, supersededBy } from '#lib/client/outbox/outbox-rules.ts';
import { outcomeOf } from '#lib/client/outbox/send-next.ts';
import { ERROR_STATUS, type ErrorCode } from '#lib/contract/error-codes.ts';

const NOW = Date.UTC(2026, 10, 22);
const COMMENT: OutboxAction = { kind: 'comment', postId: 'p', content: 'Mine.' };
const DELETE: OutboxAction = { kind: 'delete', postId: 'p' };
const like = (isLiked: boolean): OutboxAction => ({ kind: 'like', postId: 'p', isLiked });
const follow = (isFollowed: boolean): OutboxAction => ({
  kind: 'follow',
  memberId: 'm',
  isFollowed,
});
const update = (title: string, updated_at: string): OutboxAction => ({
  kind: 'update',
  postId: 'p',
  title,
  description: 'Dry.',
  updated_at,
});

const entryOf = (action: OutboxAction, others: Partial<NewEntry> = {}): NewEntry => ({
  accountId: 'a',
  action,
  subject: 'Straw',
  idempotencyKey: 'k',
  mayHaveArrived: false,
  savedAt: NOW,
  retryAt: 0,
  failures: 0,
  ...others,
});
const stored = (action: OutboxAction, others: Partial<NewEntry> = {}) => ({
  ...entryOf(action, others),
  id: 1,
});

const failure = (status: number, code: ErrorCode = 'invalid', retryAfter?: number) =>
  new ApiError('No.', { code, status, ...(retryAfter && { retryAfter }) });

const comment = entryOf(COMMENT);
const next = (error: unknown, entry = comment) => outcomeOf(entry, error, NOW).next;

test.each([400, 403, 404, 409, 413, 415, 422])('%i returns the text with the reason', (status) => {
  expect(outcomeOf(comment, failure(status), NOW)).toEqual({ next: 'reject', rejection: 'No.' });
});

test.each([408, 429, 500, 502, 503, 504])('%i waits', (status) => {
  expect(next(failure(status))).toBe('wait');
});

test('a lost connection, a proxy’s response and a rejected CSRF token wait', () => {
  for (const error of [offlineError(), timeoutError(), new TypeError('Failed to fetch')])
    expect(next(error)).toBe('wait');
  expect(next(new ApiError('No.', { code: 'malformed_response', status: 404 }))).toBe('wait');
  expect(next(failure(403, 'invalid_csrf_token'))).toBe('wait');
});

function delay(failures: number, error: Error): number | null {
  const outcome = outcomeOf({ ...comment, failures }, error, NOW);
  return outcome.next === 'wait' ? outcome.retryAt - NOW : null;
}

test('each failure waits longer, or as long as the server demands, but at most a minute', () => {
  expect([0, 1, 2, 9].map((n) => delay(n, offlineError()))).toEqual([5000, 10_000, 20_000, 60_000]);
  expect(delay(0, failure(503, 'unavailable', 120))).toBe(120_000);
});

test('every code with 401 stops until a member has signed in', () => {
  for (const code of ['unauthenticated', 'invalid_access_token', 'viewer_mismatch'] as const)
    expect(next(failure(ERROR_STATUS[code], code))).toBe('sign-in');
});

test('deleting a missing post is done, and liking it is dropped', () => {
  expect(next(failure(404, 'post_not_found'), entryOf(DELETE))).toBe('done');
  expect(next(failure(404, 'post_not_found'), entryOf(like(true)))).toBe('drop');
});

const changed = (current: object) =>
  new ApiError('No.', { code: 'post_changed', status: 409, current });

test('an update whose response was lost is done, unless the text differs', () => {
  const mine = { title: 'First', description: 'Dry.', updated_at: '2' };
  const entry = entryOf(update('First', '1'));
  expect(next(changed(mine), entry)).toBe('done');
  expect(next(changed({ ...mine, title: 'Theirs' }), entry)).toBe('reject');
});

test.each([
  [like(true), like(false)],
  [follow(false), follow(true)],
])('an action undone before it was sent cancels out: %o', (first, second) => {
  const waiting = stored(first);
  expect(addEntry([waiting], entryOf(second))).toEqual({ removed: [waiting], added: null });
});

test('an action undone after it may have arrived is sent', () => {
  const waiting = stored(like(true), { mayHaveArrived: true });
  const unlike = entryOf(like(false));
  expect(addEntry([waiting], unlike)).toEqual({ removed: [waiting], added: unlike });
});

test('of two updates the later is sent, based on the base of the first', () => {
  const waiting = stored(update('First', '1'));
  expect(addEntry([waiting], entryOf(update('Second', '2')))).toMatchObject({
    removed: [waiting],
    added: { action: { title: 'Second', updated_at: '1' } },
  });
});

test('a deletion removes a waiting update; comments and other posts stay', () => {
  const entries = [stored(COMMENT), stored(update('First', '1'))];
  expect(supersededBy(entries, { action: DELETE })).toEqual([entries[1]]);
  expect(supersededBy(entries, { action: COMMENT })).toEqual([]);
  expect(supersededBy(entries, { action: { ...DELETE, postId: 'q' } })).toEqual([]);
});

test('a comment only replaces its own entry', () => {
  const entries = [
    stored(COMMENT, { idempotencyKey: 'one' }),
    stored(COMMENT, { idempotencyKey: 'two' }),
  ];
  expect(supersededBy(entries, { action: COMMENT, idempotencyKey: 'two' })).toEqual([entries[1]]);
});

test('an entry waits for its time, but not for that of a fast clock', () => {
  expect(isDue({ retryAt: 0 }, NOW)).toBe(true);
  expect(isDue({ retryAt: NOW + 60_000 }, NOW)).toBe(false);
  expect(isDue({ retryAt: NOW + 40 * 86_400_000 }, NOW)).toBe(true);
});
