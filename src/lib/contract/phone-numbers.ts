/** See docs/product.md, "Phone numbers". Apart from the schema, so that pages that show a field load no Zod. */
export const PHONE_DIGITS = 11;

// Full-width characters, which some keyboards type.
const WIDE_CHARACTERS = /[\uff01-\uff5e]/g;
const WIDE_OFFSET = 0xfe_e0;
const toNarrow = (wide: string) => String.fromCharCode(wide.charCodeAt(0) - WIDE_OFFSET);

// Separators between digits, and invisible marks.
const SEPARATORS =
  /[\s\p{Pd}\p{Cf}\p{Default_Ignorable_Code_Point}\u2212\u2800()[\].,·•/\\+_*|~]/gu;
// +63 and 0063, with or without the trunk prefix 0.
const COUNTRY_CODE = /^(?:00)?630?(?=9)/;

/** Removes separators and invisible marks. Any other characters stay, and are rejected later. */
export const withoutSeparators = (typed: string): string =>
  typed
    .replaceAll(WIDE_CHARACTERS, toNarrow)
    .replace(/^\s*tel:/i, '')
    .replaceAll(SEPARATORS, '');

/** Normalizes a number in any notation to the national format, 09171234567. */
export const toLocalNumber = (typed: string): string =>
  withoutSeparators(typed).replace(COUNTRY_CODE, '0');

const MOBILE = /^09\d{9}$/;

/**
 * @returns the number in the international format, +639171234567; null when it is not a mobile number of the
 *   Philippines
 */
export const toInternationalNumber = (local: string): string | null =>
  MOBILE.test(local) ? `+63${local.slice(1)}` : null;
