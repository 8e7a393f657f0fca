import * as z from 'zod/mini';

import { isBlank, isStorable } from './characters.ts';
import type { ErrorCode } from './error-codes.ts';

// Control characters of terminals, and characters that change the direction of text.
const CONTROL_CHARACTERS = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/u;

// Browsers send forms with CR LF, scripts send LF.
const toLineFeeds = (value: string) => value.replaceAll(/\r\n?/g, '\n');
const toOneLine = (value: string) => value.replaceAll(/[\r\n\u2028\u2029]+/g, ' ');

interface TextOptions {
  /** length in UTF-16 units */
  max: number;
  /** the error code of an empty text; without it, the text may be empty */
  required?: ErrorCode;
  /** line breaks become spaces */
  oneLine?: boolean;
  /** runs before the checks */
  clean?: (value: string) => string;
}

/** Whether a text is empty, or has a visible character. */
export const isVisible = (value: string) => value === '' || !isBlank(value);

/** Whether a text can be stored, and has no control characters. */
export const isPrintable = (value: string) => isStorable(value) && !CONTROL_CHARACTERS.test(value);

/** A text that is trimmed and storable. */
export const text = ({ max, required, oneLine, clean = (value) => value }: TextOptions) =>
  z
    .string(required)
    .check(
      z.overwrite(clean),
      z.overwrite(oneLine ? toOneLine : toLineFeeds),
      z.trim(),
      z.minLength(required ? 1 : 0, required),
      z.maxLength(max, 'too_long' satisfies ErrorCode),
      z.refine(isVisible, required ?? ('unprintable_characters' satisfies ErrorCode)),
      z.refine(isPrintable, 'unprintable_characters' satisfies ErrorCode),
    );
