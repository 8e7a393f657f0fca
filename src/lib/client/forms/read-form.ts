import * as z from 'zod/mini';

import { UNKNOWN_ERROR, validationError } from '#lib/client/http/api-error.ts';

/**
 * Reads a form by its schema.
 * @param messages sentences by error code of the schema
 * @throws ApiError with an error per field
 */
export function readForm<S extends z.ZodMiniType>(
  form: HTMLFormElement,
  schema: S,
  messages: Record<string, string>,
): z.output<S> {
  const typed = Object.fromEntries(new FormData(form));
  const { success, data, error } = z.safeParse(schema, typed);
  if (success) return data;
  const fields: Record<string, string> = {};
  for (const { path, message } of error.issues)
    fields[String(path[0])] ??= messages[message] ?? UNKNOWN_ERROR;
  throw validationError('', fields);
}

/** Writes saved values into a form's fields. */
export function fillForm(form: HTMLFormElement, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name);
    // Also the default: a saved value does not count as unsaved input.
    if (field instanceof HTMLInputElement) field.value = field.defaultValue = value;
  }
}
