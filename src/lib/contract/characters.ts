// Without Zod, so that a page that only shows a field does not load it.

// Some letters, marks and symbols are invisible: fillers, Braille without dots, the object replacement character, and
// characters to ignore where they cannot be displayed, such as variation selectors.
const VISIBLE_CHARACTER = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]/u;

/** Whether a text has no visible character: it counts as missing. */
export const isBlank = (text: string): boolean => !VISIBLE_CHARACTER.test(text);

/** Whether a database can store a text: PostgreSQL rejects NUL, and a lone surrogate is no character. */
export const isStorable = (value: string): boolean => value.isWellFormed() && !value.includes('\0');
