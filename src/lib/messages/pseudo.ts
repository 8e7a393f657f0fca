// The language of tests: English, longer by two fifths, accented, and marked at both ends. What it does not show is not in
// the catalogue, and what it cuts off is too narrow for other languages.
import type { Part } from './parse-message.ts';

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'áƀçðéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÁƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ';
const LONGER = 0.4;

// Tags stay: they are no text.
const TEXT = /(<\/?\w+>)|([^<]+|<)/g;

/** Doubles letters, spread over the text. */
function accent(text: string): string {
  const letters = text.match(/[A-Za-z]/g)?.length ?? 0;
  let due = 0;
  return text.replaceAll(/[A-Za-z]/g, (letter) => {
    const accented = ACCENTED[PLAIN.indexOf(letter)] ?? letter;
    due += Math.min((text.length * LONGER) / letters, 1);
    if (due < 1) return accented;
    due -= 1;
    return accented + accented;
  });
}

const accentText = (text: string): string =>
  text.replaceAll(TEXT, (_, tag: string | undefined, plain: string) => tag ?? accent(plain));

const accentPart = (part: Part): Part => {
  if (typeof part === 'string') return accentText(part);
  if (!('cases' in part)) return part;
  const cases = Object.entries(part.cases).map(([key, parts]) => [key, parts.map(accentPart)]);
  return { ...part, cases: Object.fromEntries(cases) };
};

/** @returns an English message in the language of tests */
export const toPseudo = (parts: Part[]): Part[] => ['⟦', ...parts.map(accentPart), '⟧'];
