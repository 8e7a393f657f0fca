import * as z from 'zod/mini';

/** An id: a UUIDv7 in lower case, so that ids sort by time in every database. */
export const Id = z.uuidv7().check(z.toLowerCase());

/** An id inside a cursor, as a regular expression. */
export const ID_PATTERN = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';

/** @returns the id that a part of an address names, or null when it names none */
export function toId(part: string | undefined): string | null {
  const { success, data } = z.safeParse(Id, part?.toLowerCase());
  return success ? data : null;
}
