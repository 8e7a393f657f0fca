// Without Zod, so that a page that only shows a field does not load it.

// What shows something. Some letters, marks and symbols do not: fillers, Braille without dots, the place of an object,
// and what is to be ignored where it cannot be shown, such as variation selectors.
const VISIBLE_CHARACTER = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]/u;

/** Whether a text has no character that can be seen: it is as good as missing. */
export const isBlank = (text: string): boolean => !VISIBLE_CHARACTER.test(text);

/** Whether a database can store a text: PostgreSQL stores no NUL, and a lone surrogate is no character. */
export const isStorable = (value: string): boolean => value.isWellFormed() && !value.includes('\0');
