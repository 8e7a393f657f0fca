// Without Zod, so that a form can suggest a name before its schema is loaded.

export const MAX_NAME = 50;

// Letters with accents, apostrophe, hyphen and space. Some letters and marks are invisible.
export const NAME = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}' -])*$/u;
const LETTER = /\p{L}/u;

export const hasLetter = (name: string) => name === '' || LETTER.test(name);
export const isNotOneLetter = (name: string) => name.length !== 1;

const SPACES = /\p{Zs}/gu;
const HYPHENS = /[\u2010-\u2013\u2212\ufe63\uff0d]/g;
const APOSTROPHE = "'";
const APOSTROPHES = /[\u02bb\u02bc\u2018\u2019\u201b\u2032\uff07]/g;

/** Replaces typographic apostrophes, in search terms as in names. */
export const toPlainApostrophes = (typed: string): string =>
  typed.replaceAll(APOSTROPHES, APOSTROPHE);

/** Replaces pasted spaces, hyphens and apostrophes by those of the keyboard, which look the same. */
export const toPlainName = (typed: string): string =>
  toPlainApostrophes(typed)
    .replaceAll(SPACES, ' ')
    .replaceAll(HYPHENS, '-')
    .normalize('NFC')
    .trim();

// "Sto.Tomas" is two words, "J.P." is one.
const PERIOD_BETWEEN_WORDS = /(?<=[\p{L}\p{M}]{2})\.(?=\p{L})/gu;

/**
 * Suggests a name without its periods, if these are the only error: "Ma. Cristina" is an everyday name here.
 * @returns null without a suggestion
 */
export function nameWithoutPeriods(typed: string): string | null {
  if (!typed.includes('.')) return null;
  const name = toPlainName(
    typed.replaceAll(PERIOD_BETWEEN_WORDS, ' ').replaceAll('.', '').replaceAll(/\s+/g, ' '),
  );
  const isRight = LETTER.test(name) && NAME.test(name) && isNotOneLetter(name);
  return isRight && name.length <= MAX_NAME ? name : null;
}
