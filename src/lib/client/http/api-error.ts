import { isHTTPError, isNetworkError, isTimeoutError } from 'ky';

import { type ErrorBody, type ErrorCode, UNKNOWN_ERROR } from '#lib/contract/error-codes.ts';

import { hasKeys } from './response-shape.ts';

const OFFLINE_MESSAGE = 'You seem to be offline. Please check your connection and try again.';
const TIMEOUT_MESSAGE = 'This takes too long. Please check your connection and try again.';

/** What a failure may be besides what the server names: no way to reach it, or an answer nobody can read. */
export type ApiErrorCode = ErrorCode | 'offline' | 'malformed_response';

interface ApiErrorDetails {
  code: ApiErrorCode;
  /** the HTTP status; 0 when no answer came */
  status: number;
  /** what is wrong, per field of the input */
  fields?: Record<string, string>;
  /** seconds until it is worth trying again */
  retryAfter?: number;
  cause?: unknown;
}

/** A call that failed; its message is a sentence for the person who waits. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly fields: Record<string, string>;
  readonly retryAfter: number | undefined;

  /** @param message for people */
  constructor(message: string, { code, status, fields = {}, retryAfter, cause }: ApiErrorDetails) {
    super(message, { cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }
}

const errorBody = hasKeys<ErrorBody>('error', 'code');

function fromErrorResponse(response: Response, body: unknown, cause: unknown): ApiError {
  const { status } = response;
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  try {
    const { error, code, fields } = errorBody.parse(body);
    const details = { code: code as ErrorCode, status, fields, retryAfter, cause };
    return new ApiError(error, details);
  } catch {
    // Not our server's own words: a proxy's page, for example.
    return new ApiError(UNKNOWN_ERROR, { code: 'malformed_response', status, retryAfter });
  }
}

/** For what did not come over the network. */
export const offlineError = (cause: unknown): ApiError =>
  new ApiError(OFFLINE_MESSAGE, { code: 'offline', status: 0, cause });

/**
 * What went wrong, in words for people.
 * @param thrown by a call
 * @returns the same thing when it was cancelled on purpose
 */
export function toApiError(thrown: unknown): Error {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof DOMException && thrown.name === 'AbortError') return thrown;
  if (isHTTPError(thrown)) return fromErrorResponse(thrown.response, thrown.data, thrown);
  if (isTimeoutError(thrown))
    return new ApiError(TIMEOUT_MESSAGE, { code: 'timeout', status: 0, cause: thrown });
  if (isNetworkError(thrown)) return offlineError(thrown);
  return new ApiError(UNKNOWN_ERROR, { code: 'malformed_response', status: 0, cause: thrown });
}

/** @returns what to show for anything thrown */
export const errorMessage = (thrown: unknown): string =>
  thrown instanceof ApiError ? thrown.message : UNKNOWN_ERROR;

/** @returns whether a call failed because what it is about is no more */
export const isNotFound = (thrown: unknown): boolean =>
  thrown instanceof ApiError && thrown.status === 404;

/** @returns whether a call failed because the session has ended */
export const isSignedOut = (thrown: unknown): boolean =>
  thrown instanceof ApiError && thrown.code === 'not_signed_in';
