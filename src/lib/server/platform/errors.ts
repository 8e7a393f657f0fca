import {
  ERROR_STATUS,
  type ErrorBody,
  type ErrorCode,
  type Noun,
} from '#lib/contract/error-codes.ts';

import { type ErrorParams, type Message, MESSAGES } from './messages/en.ts';

interface FieldError {
  code: ErrorCode;
  message: string;
}

interface Options extends ErrorOptions {
  fields?: Record<string, FieldError>;
  /** what the request wanted to change, as it is now */
  current?: object;
}

const MAX_VALUE_LENGTH = 60;

const shorten = (value: string): string =>
  value.length <= MAX_VALUE_LENGTH ? value : `${value.slice(0, MAX_VALUE_LENGTH).toWellFormed()}…`;

const toSentence = (code: ErrorCode, params: ErrorParams = {}): string => {
  const message: Message = MESSAGES[code];
  if (typeof message === 'string') return message;
  return message({ ...params, value: shorten(params.value ?? '') });
};

/** Why a request was rejected. Anything else that is thrown is a bug or an outage. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  readonly fields: Record<string, FieldError>;
  readonly current: object | undefined;

  constructor(
    code: ErrorCode,
    params: ErrorParams = {},
    { fields = {}, current, ...options }: Options = {},
  ) {
    super(Object.values(fields)[0]?.message ?? toSentence(code, params), options);
    this.code = code;
    this.params = params;
    this.fields = fields;
    this.current = current;
  }

  get status(): (typeof ERROR_STATUS)[ErrorCode] {
    return ERROR_STATUS[this.code];
  }
}

/** For a page or endpoint that needs a member. */
export const unauthenticated = () => new AppError('unauthenticated');

/** For what does not exist, or is hidden from this member. */
export const notFound = (noun: Noun) => new AppError(`${noun}_not_found`);

/** @param seconds until the next attempt is possible */
export const rateLimited = (seconds: number) => new AppError('rate_limited', { seconds });

/** For an error that one field of a form caused. */
export const fieldError = (
  field: string,
  code: ErrorCode,
  params: ErrorParams = {},
  current?: object,
) => {
  const fields = { [field]: { code, message: toSentence(code, params) } };
  return new AppError(code, params, { fields, ...(current && { current }) });
};

const toText = (input: unknown): string =>
  typeof input === 'string' ? input : (JSON.stringify(input) ?? '');

/** @returns the same error, with the field that caused it */
export const nameField = ({ code, params, message, cause }: AppError, field: string) =>
  new AppError(code, params, { fields: { [field]: { code, message } }, cause });

const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERROR_STATUS, text);

/**
 * For an input that breaks its contract.
 * @param issues as Zod has them; the contract's messages are error codes, and Zod's own are for programmers
 */
export function validationError(
  issues: { path: PropertyKey[]; message: string; maximum?: unknown; input?: unknown }[],
): AppError {
  if (issues.some(({ path }) => path.length === 0)) return new AppError('object_expected');
  const fields: Record<string, FieldError> = {};
  for (const issue of issues) {
    const code = isErrorCode(issue.message) ? issue.message : 'invalid';
    const name = issue.path.join('.');
    const params = { name, value: toText(issue.input), maximum: Number(issue.maximum) };
    fields[name] ??= { code, message: toSentence(code, params) };
  }
  return new AppError('invalid', {}, { fields });
}

/** @returns the body of a failed response */
export function toErrorBody({ message, code, fields, current }: AppError): ErrorBody {
  const entries = Object.entries(fields);
  const body = { error: message, code, ...(current && { current }) };
  if (entries.length === 0) return body;
  return {
    ...body,
    fields: Object.fromEntries(entries.map(([field, error]) => [field, error.message])),
    field_codes: Object.fromEntries(entries.map(([field, error]) => [field, error.code])),
  };
}
