import type { ErrorBody, ErrorCode } from '#lib/contract/error-codes.ts';
import { t } from '#lib/messages/t.ts';

import { hasKeys } from './response-shape.ts';

/** Shown when the response of a failed call has no sentence (docs/product.md, "Error sentences"). */
export const UNKNOWN_ERROR = t('error.unknown');

const OFFLINE_MESSAGE = t('error.offline');
const TIMEOUT_MESSAGE = t('error.timeout');

/** The server's error codes, and those of requests without a valid response. */
export type ApiErrorCode = ErrorCode | 'offline' | 'timeout' | 'malformed_response';

interface ApiErrorDetails {
  code: ApiErrorCode;
  /** the HTTP status; 0 without a response */
  status: number;
  /** messages by input field */
  fields?: Record<string, string>;
  /** seconds until a retry makes sense */
  retryAfter?: number;
  /** the current version of an object that another request has changed */
  current?: object;
  cause?: unknown;
}

/** A failed request; its message is a sentence for the member. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly fields: Record<string, string>;
  readonly retryAfter: number | undefined;
  readonly current: object | undefined;

  /** @param message a sentence for the member */
  constructor(message: string, { code, status, fields = {}, cause, ...details }: ApiErrorDetails) {
    super(message, { cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.retryAfter = details.retryAfter;
    this.current = details.current;
  }
}

const errorBody = hasKeys<ErrorBody>('error', 'code');

/**
 * Reads the body of a failed response.
 * @param cause of the error
 */
export function fromErrorResponse(response: Response, body: unknown, cause?: unknown): ApiError {
  const { status } = response;
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  try {
    const { error, code, fields, current } = errorBody.parse(body);
    const details = { code: code as ErrorCode, status, fields, retryAfter, current, cause };
    return new ApiError(error, details);
  } catch {
    // The response of another server, such as a proxy.
    return new ApiError(UNKNOWN_ERROR, { code: 'malformed_response', status, retryAfter });
  }
}

export const timeoutError = (cause?: unknown): ApiError =>
  new ApiError(TIMEOUT_MESSAGE, { code: 'timeout', status: 0, cause });

/** The error of a request, or of lazily loaded code, that failed on the network. */
export const offlineError = (cause?: unknown): ApiError =>
  new ApiError(OFFLINE_MESSAGE, { code: 'offline', status: 0, cause });

/** The error of a form that is invalid before it is sent. */
export const validationError = (message: string, fields: Record<string, string> = {}): ApiError =>
  new ApiError(message, { code: 'invalid', status: 0, fields });

/** Whether a request was aborted on purpose. */
export const isAbortError = (thrown: unknown): boolean =>
  thrown instanceof DOMException && thrown.name === 'AbortError';

const isTimeout = (thrown: unknown): boolean =>
  thrown instanceof DOMException && thrown.name === 'TimeoutError';

/**
 * Throws the error to show for a request without a complete response.
 * @param thrown by `fetch` or ky; an ApiError comes from the request for the CSRF token
 */
export function throwNetworkError(thrown: unknown): never {
  if (thrown instanceof ApiError || isAbortError(thrown)) throw thrown;
  throw isTimeout(thrown) ? timeoutError(thrown) : offlineError(thrown);
}

/**
 * Turns anything thrown by a request into an error with a message for members.
 * @returns the same error when the request was aborted
 */
export function toApiError(thrown: unknown): Error {
  if (thrown instanceof ApiError || isAbortError(thrown)) return thrown as Error;
  return new ApiError(UNKNOWN_ERROR, { code: 'malformed_response', status: 0, cause: thrown });
}

/** The message to show for anything thrown. */
export const errorMessage = (thrown: unknown): string =>
  thrown instanceof ApiError ? thrown.message : UNKNOWN_ERROR;

/** Messages by input field. */
export const fieldErrors = (thrown: unknown): Record<string, string> =>
  thrown instanceof ApiError ? thrown.fields : {};

/** Whether a request failed because of its input fields. */
export const isInField = (thrown: unknown): boolean => Object.keys(fieldErrors(thrown)).length > 0;

/** Whether the error is the server's: docs/product.md says where its sentences are shown in toasts. */
export const isServerError = (thrown: unknown): boolean =>
  thrown instanceof ApiError && thrown.status > 0;

/** Whether a request failed because its object no longer exists. */
export const isNotFound = (thrown: unknown): boolean =>
  thrown instanceof ApiError && thrown.status === 404;

const SESSION_LOST = new Set<ApiErrorCode>(['unauthenticated', 'viewer_mismatch']);
const SIGNED_OUT = new Set<ApiErrorCode>([...SESSION_LOST, 'invalid_access_token']);

/** Whether a request failed because the session has ended or belongs to another member. */
export const isSignedOut = (thrown: unknown): boolean =>
  thrown instanceof ApiError && SIGNED_OUT.has(thrown.code);

/** Like `isSignedOut`, but a new access token does not help. */
export const isSessionLost = (thrown: unknown): boolean =>
  thrown instanceof ApiError && SESSION_LOST.has(thrown.code);

/** A message with its first letter in upper case and the rest in lower case. */
function sentenceCase(message: string): string {
  const sentence = message.trim() || UNKNOWN_ERROR;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1).toLowerCase();
}

/**
 * The message of an error on the profile and in notifications: the server's in sentence case, the browser's unchanged
 * (docs/product.md, Error sentences).
 */
export function errorSentence(thrown: unknown): string {
  const message = errorMessage(thrown);
  const isFromBrowser =
    thrown instanceof ApiError && thrown.status === 0 && thrown.code !== 'malformed_response';
  return isFromBrowser ? message : sentenceCase(message);
}

/** The messages of fields on the profile, like `errorSentence`. */
export function fieldSentences(thrown: unknown): Record<string, string> {
  const fields = fieldErrors(thrown);
  if (!isServerError(thrown)) return fields;
  return Object.fromEntries(
    Object.entries(fields).map(([name, message]) => [name, sentenceCase(message)]),
  );
}
