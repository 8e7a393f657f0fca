// Without Zod.

// Digits, optionally in groups of three: `1000`, `1,000`, `1 000`. Not `0x10` or `1e1`, which JavaScript parses.
const WHOLE = String.raw`(?:\d{1,3}(?:[, \u00a0\u202f]\d{3})+|\d+)`;
const NUMBER = new RegExp(String.raw`^${WHOLE}(?:\.\d+)?$`);
const SEPARATORS = /[, \u00a0\u202f]/g;

/**
 * Reads a number as people type it, such as an amount or a price.
 * @returns null for an empty text; NaN, which every number schema rejects, for other texts
 */
export function readNumber(text: string | null | undefined): number | null {
  const typed = text?.trim() ?? '';
  if (typed === '') return null;
  return NUMBER.test(typed) ? Number(typed.replaceAll(SEPARATORS, '')) : Number.NaN;
}
