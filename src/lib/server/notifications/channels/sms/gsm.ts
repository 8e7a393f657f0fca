// The alphabet of SMS (3GPP TS 23.038, 6.2.1). One character outside it would halve what a message holds.
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Each takes the place of two. */
const EXTENSION = new Set('\f^{}\\[~]|€');

const isGsm = (character: string): boolean => BASIC.has(character) || EXTENSION.has(character);

/** What stands for signs that are not in it. */
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

/** @returns a character in the alphabet, without its accent, or nothing */
function toGsmCharacter(character: string): string {
  if (isGsm(character)) return character;
  const plain = INSTEAD[character] ?? character.normalize('NFKD').replaceAll(MARKS, '');
  return Array.from(plain).filter(isGsm).join('');
}

/** Writes a text in the alphabet of SMS: accents that it lacks are left out, and so is what it cannot write. */
export const toGsm = (text: string): string =>
  Array.from(text.normalize('NFC'), toGsmCharacter).join('').replaceAll(/ {2,}/g, ' ').trim();

/** @returns how many of the 160 places of an SMS a text takes. @param text in the alphabet */
export const countSeptets = (text: string): number =>
  Array.from(text).reduce((count, character) => count + (EXTENSION.has(character) ? 2 : 1), 0);

/** What one SMS holds. */
export const MAX_SEPTETS = 160;
