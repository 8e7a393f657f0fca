// The GSM alphabet of SMS (3GPP TS 23.038, 6.2.1). A single other character would halve the capacity of a message.
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Each counts as two characters. */
const EXTENSION = new Set('\f^{}\\[~]|€');

const isGsm = (character: string): boolean => BASIC.has(character) || EXTENSION.has(character);

/** Replacements for characters outside the alphabet. */
const INSTEAD: Record<string, string> = {
  '‘': "'",
  '’': "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '...',
  '·': ',',
  '₱': 'P',
  ø: 'o',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  œ: 'oe',
  Œ: 'OE',
  '\t': ' ',
};

const MARKS = /\p{M}/gu;

/** @returns the character, or its base letter, in the alphabet; otherwise nothing */
function toGsmCharacter(character: string): string {
  if (isGsm(character)) return character;
  const plain = INSTEAD[character] ?? character.normalize('NFKD').replaceAll(MARKS, '');
  return Array.from(plain).filter(isGsm).join('');
}

/** Converts a text to the GSM alphabet: drops unsupported accents and characters. */
export const toGsm = (text: string): string =>
  Array.from(text.normalize('NFC'), toGsmCharacter).join('').replaceAll(/ {2,}/g, ' ').trim();

/** @returns how many of the 160 septets of an SMS a text takes. @param text in the alphabet */
export const countSeptets = (text: string): number =>
  Array.from(text).reduce((count, character) => count + (EXTENSION.has(character) ? 2 : 1), 0);

/** The capacity of one SMS. */
export const MAX_SEPTETS = 160;
