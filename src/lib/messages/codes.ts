/** The language that all others are translated from, and that is shown where one lacks a text. */
export const SOURCE = 'en';

/** The language of tests, `pseudo.ts`: a private variant of English, as CLDR has it. */
export const PSEUDO = 'en-XA';
