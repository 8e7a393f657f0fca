import * as z from 'zod/mini';

import { validationError } from '#lib/client/http/api-error.ts';

/**
 * Reads a form by its schema.
 * @throws ApiError with an error per field
 */
export function readForm<S extends z.ZodMiniType>(form: HTMLFormElement, schema: S): z.output<S> {
  const typed = Object.fromEntries(new FormData(form));
  const { success, data, error } = z.safeParse(schema, typed);
  if (success) return data;
  const fields: Record<string, string> = {};
  for (const { path, message } of error.issues) fields[String(path[0])] ??= message;
  throw validationError('', fields);
}
