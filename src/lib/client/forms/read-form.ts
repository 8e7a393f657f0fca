import * as z from 'zod/mini';

import { ApiError } from '#lib/client/http/api-error.ts';

/** What is wrong with a form, found before anything was sent. @param message empty when the fields say it all */
export const formError = (message: string, fields: Record<string, string> = {}): ApiError =>
  new ApiError(message, { code: 'invalid', status: 0, fields });

/**
 * Reads what was typed into a form by its contract.
 * @throws ApiError that says what is wrong with each field
 */
export function readForm<S extends z.ZodMiniType>(form: HTMLFormElement, schema: S): z.output<S> {
  const typed = Object.fromEntries(new FormData(form));
  const { success, data, error } = z.safeParse(schema, typed);
  if (success) return data;
  const fields: Record<string, string> = {};
  for (const { path, message } of error.issues) fields[String(path[0])] ??= message;
  throw formError('', fields);
}
