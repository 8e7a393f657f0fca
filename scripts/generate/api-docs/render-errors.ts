import { ERROR_STATUS, type ErrorCode } from '#lib/contract/error-codes.ts';
import { AppError } from '#lib/server/platform/errors.ts';

// Values for the parameters of error messages.
const EXAMPLES = {
  seconds: 60,
  maximum: 100,
  name: 'name',
  mediaType: 'application/json',
  value: '…',
  allow: ['GET'],
  member: '…',
};

const lineOf = ([code, status]: [ErrorCode, number]): string =>
  `- \`${code}\` (${status}): ${new AppError(code, EXAMPLES).message}`;

const INTRO =
  'Every code of a failed response or of a field, in `code` and `field_codes`, with its HTTP status and its sentence. Compare codes; sentences may change. What a sentence names, such as a number, is an example.';

/** Renders the page of error codes as Markdown. */
export function renderErrors(): string {
  const lines = (Object.entries(ERROR_STATUS) as [ErrorCode, number][]).map(lineOf);
  return `# Errors\n\n${INTRO}\n\n${lines.join('\n')}\n`;
}
