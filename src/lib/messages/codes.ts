/** The language that all others are translated from, and that is shown where one lacks a text. */
export const SOURCE = 'en';

/** The language of tests, `pseudo.ts`: a private variant of English, as CLDR has it. */
export const PSEUDO = 'en-XA';

/** Where the catalogue of a language says who has read it: names. The source has none. */
export const READ_BY = 'language.read_by';
