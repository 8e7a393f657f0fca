import * as z from 'zod/mini';

import type { ErrorCode } from './error-codes.ts';

/** UUIDv7 in lower case: ids sort by time in every database. */
export const Id = z.uuidv7('invalid_id' satisfies ErrorCode).check(z.toLowerCase());

/** An id inside a cursor's regular expression. */
export const ID_PATTERN = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';

/** @returns the id in a part of a path, or null */
export function toId(part: string | undefined): string | null {
  const { success, data } = z.safeParse(Id, part?.toLowerCase());
  return success ? data : null;
}
