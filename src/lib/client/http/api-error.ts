import { isHTTPError, isNetworkError, isTimeoutError } from 'ky';

import { type ErrorBody, type ErrorCode, UNKNOWN_ERROR } from '#lib/contract/error-codes.ts';

import { having } from './response-shape.ts';

const OFFLINE = 'You seem to be offline. Please check your connection and try again.';
const SLOW = 'This takes too long. Please check your connection and try again.';

/** What a failure may be besides what the server names: no way to reach it, or an answer nobody can read. */
export type CallFailureCode = ErrorCode | 'offline' | 'unreadable';

interface Details {
  code: CallFailureCode;
  /** the HTTP status; 0 when no answer came */
  status: number;
  /** what is wrong, per field of the input */
  fields?: Record<string, string>;
  /** seconds until it is worth trying again */
  retryAfter?: number;
  cause?: unknown;
}

/** A call that failed; its message is a sentence for the person who waits. */
export class CallFailed extends Error {
  readonly code: CallFailureCode;
  readonly status: number;
  readonly fields: Record<string, string>;
  readonly retryAfter: number | undefined;

  /** @param message for people */
  constructor(message: string, { code, status, fields = {}, retryAfter, cause }: Details) {
    super(message, { cause });
    this.name = 'CallFailed';
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }
}

const failure = having<ErrorBody>('error', 'code');

function refused(response: Response, body: unknown, cause: unknown): CallFailed {
  const { status } = response;
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  try {
    const { error, code, fields } = failure.parse(body);
    const details = { code: code as ErrorCode, status, fields, retryAfter, cause };
    return new CallFailed(error, details);
  } catch {
    // Not our server's own words: a proxy's page, for example.
    return new CallFailed(UNKNOWN_ERROR, { code: 'unreadable', status, retryAfter });
  }
}

/** For what did not come over the network. */
export const offline = (cause: unknown): CallFailed =>
  new CallFailed(OFFLINE, { code: 'offline', status: 0, cause });

/**
 * What went wrong, in words for people.
 * @param thrown by a call
 * @returns the same thing when it was cancelled on purpose
 */
export function toCallFailed(thrown: unknown): Error {
  if (thrown instanceof CallFailed) return thrown;
  if (thrown instanceof DOMException && thrown.name === 'AbortError') return thrown;
  if (isHTTPError(thrown)) return refused(thrown.response, thrown.data, thrown);
  if (isTimeoutError(thrown))
    return new CallFailed(SLOW, { code: 'timeout', status: 0, cause: thrown });
  if (isNetworkError(thrown)) return offline(thrown);
  return new CallFailed(UNKNOWN_ERROR, { code: 'unreadable', status: 0, cause: thrown });
}

/** @returns what to show for anything thrown */
export const messageOf = (thrown: unknown): string =>
  thrown instanceof CallFailed ? thrown.message : UNKNOWN_ERROR;

/** @returns whether a call failed because what it is about is no more */
export const isNotFound = (thrown: unknown): boolean =>
  thrown instanceof CallFailed && thrown.status === 404;

/** @returns whether a call failed because the session has ended */
export const isSignedOut = (thrown: unknown): boolean =>
  thrown instanceof CallFailed && thrown.code === 'not_signed_in';
