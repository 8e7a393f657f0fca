import * as z from 'zod/mini';

import type { ErrorCode } from './error-codes.ts';

// Control characters of terminals, and those that change the direction of text.
const CONTROL_CHARACTERS = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/u;
// Not only characters that show nothing.
const VISIBLE_CHARACTER = /[^\p{C}\p{Z}\u034f\u115f\u1160\u3164]/u;

// PostgreSQL stores no NUL, and a lone surrogate is no character.
export const isStorable = (value: string) => value.isWellFormed() && !value.includes('\0');

/**
 * A text: trimmed, not empty, storable.
 * @param options `max` length in UTF-16 units; `required`, the error code of an empty one
 */
export const text = (options: { max: number; required: ErrorCode }) =>
  z.string(options.required).check(
    z.trim(),
    z.minLength(1, options.required),
    z.maxLength(options.max, 'too_long' satisfies ErrorCode),
    z.refine((value) => value === '' || VISIBLE_CHARACTER.test(value), options.required),
    z.refine(
      (value) => isStorable(value) && !CONTROL_CHARACTERS.test(value),
      'unprintable_characters' satisfies ErrorCode,
    ),
  );
