import { ERROR_STATUS, type ErrorCode } from '#lib/contract/error-codes.ts';
import { catalogues } from '#lib/messages/catalogues.ts';
import { SOURCE } from '#lib/messages/codes.ts';
import type { MessageParams } from '#lib/messages/message-params.ts';
import { type MessageKey, t } from '#lib/messages/t.ts';

type PlainKey = Exclude<MessageKey, keyof MessageParams>;

/** The error codes whose sentence has no parameters. */
type PlainCode = {
  [Code in ErrorCode]: `error.${Code}` extends PlainKey ? Code : never;
}[ErrorCode];

const isPlain = (code: string): code is PlainCode =>
  catalogues[SOURCE]?.[`error.${code}`] !== undefined;

const getter = (code: PlainCode): PropertyDescriptor => ({
  get: () => t(`error.${code}`),
  enumerable: true,
  configurable: true,
});

/** The sentences without parameters by error code, in the request's language. */
export const PLAIN_MESSAGES = Object.defineProperties(
  {},
  Object.fromEntries(
    Object.keys(ERROR_STATUS)
      .filter(isPlain)
      .map((code) => [code, getter(code)]),
  ),
) as Readonly<Record<PlainCode, string>>;
