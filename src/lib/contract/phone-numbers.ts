/** docs/product.md, "Phone numbers". Apart from the schema, so that a page that shows a field loads no Zod. */
export const PHONE_DIGITS = 11;

// Of the width of Chinese characters, as some keyboards type them.
const WIDE_CHARACTERS = /[\uff01-\uff5e]/g;
const WIDE_OFFSET = 0xfe_e0;
const toNarrow = (wide: string) => String.fromCharCode(wide.charCodeAt(0) - WIDE_OFFSET);

// What people write between digits, and invisible marks.
const SEPARATORS =
  /[\s\p{Pd}\p{Cf}\p{Default_Ignorable_Code_Point}\u2212\u2800()[\].,·•/\\+_*|~]/gu;
// +63 and 0063, with or without the 0 that is dialed at home.
const COUNTRY_CODE = /^(?:00)?630?(?=9)/;

/** What is dialed: a number without what people write between its digits. What is no digit either stays, and is rejected. */
export const withoutSeparators = (typed: string): string =>
  typed
    .replaceAll(WIDE_CHARACTERS, toNarrow)
    .replace(/^\s*tel:/i, '')
    .replaceAll(SEPARATORS, '');

/** Writes a number as it is dialed here, 09171234567, however it was written. */
export const toLocalNumber = (typed: string): string =>
  withoutSeparators(typed).replace(COUNTRY_CODE, '0');

const MOBILE = /^09\d{9}$/;

/** @returns a number as it is dialed from anywhere, +639171234567; null for one that is no mobile number of the Philippines */
export const toInternationalNumber = (local: string): string | null =>
  MOBILE.test(local) ? `+63${local.slice(1)}` : null;
