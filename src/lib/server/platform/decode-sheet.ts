import { AppError } from './errors.ts';

const UTF_16: Record<string, string> = { fffe: 'utf-16le', feff: 'utf-16be' };
// A workbook of Excel or LibreOffice is a zip; one of before 2007 begins with the other.
const WORKBOOK = /^(?:504b0304|d0cf11e0)/;
const MARK_BYTES = 4;
const SAMPLE_BYTES = 1000;

/**
 * @returns UTF-16, by its mark or by the NULs that every other byte is; undefined for another encoding
 * @throws AppError import_workbook for what is no text
 */
function utf16Of(bytes: Uint8Array): string | undefined {
  const mark = Buffer.from(bytes.subarray(0, MARK_BYTES)).toString('hex');
  if (WORKBOOK.test(mark)) throw new AppError('import_workbook');
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const countNul = (parity: number) =>
    sample.filter((byte, at) => byte === 0 && at % 2 === parity).length;
  const [even, odd] = [countNul(0), countNul(1)];
  const isMost = (count: number) => count * 4 > sample.length;
  const encoding = UTF_16[mark.slice(0, 4)];
  if (encoding) return encoding;
  if (isMost(odd) && even === 0) return 'utf-16le';
  if (isMost(even) && odd === 0) return 'utf-16be';
  if ((even + odd) * 20 > sample.length) throw new AppError('import_workbook');
  return undefined;
}

// In another code page the same bytes are other letters, or none.
const CODE_PAGES = ['windows-1252', 'macintosh'];

/**
 * Decodes a file of a spreadsheet: UTF-8, UTF-16, or what Excel writes on Windows or a Mac, line by line, as lists that
 * were put together differ within. What cannot be read for sure becomes U+FFFD, so that only its rows are wrong.
 * @throws AppError import_workbook for what is no text
 */
export function decodeSheet(bytes: Uint8Array): string {
  const encoding = utf16Of(bytes);
  if (encoding) return new TextDecoder(encoding).decode(bytes);
  const text = Buffer.from(bytes).toString('latin1');
  // Only Excel for Mac ends lines so.
  const isOfMac = text.includes('\r') && !text.includes('\n');
  const codePages = isOfMac ? ['macintosh'] : CODE_PAGES;
  return text.replaceAll(/[^\r\n]+/g, (line) =>
    NOT_ASCII.test(line) ? decodeLine(Buffer.from(line, 'latin1'), codePages) : line,
  );
}

const NOT_ASCII = /[^\0-\x7f]/;

// Names here have these letters, others rarely, and symbols never.
const LOCAL = /^[\0-\x7f‘’“”–…áéíóúüñàèìòùâêîôû]*$/iu;
const WESTERN = /^[\0-\x7f‘’“”–…À-ÖØ-öø-ÿ]*$/u;

// What no word has, and the wrong code page makes: letters of the other case, as in `NiÒo` and `PEñA`, and marks where
// an ñ or an í is, as in `Ni–o` and `Mar’a`.
const WRONG_CASE = /(?<=\p{Ll})[À-ÖØ-Þ]|[ß-öø-ÿ](?=\p{Lu})|(?<=\p{Lu}{2})[ß-öø-ÿ]/u;
const MARK_IN_WORD =
  /(?<!(?<!\p{L})\p{Lu})[‘’–](?!\p{Lu}|\s|\d)|(?<=\p{L})[‘’–](?![\p{L}\d])|(?<=\p{L})“|”(?=\p{L})/u;

/** Decodes a line in the only code page in which it makes words. */
function decodeLine(bytes: Uint8Array, codePages: string[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const readings = codePages
      .map((encoding) => new TextDecoder(encoding).decode(bytes))
      .filter((reading) => !WRONG_CASE.test(reading) && !MARK_IN_WORD.test(reading));
    const onlyOneIn = (letters: RegExp) => {
      const [reading, ...others] = readings.filter((each) => letters.test(each));
      return others.length === 0 ? reading : undefined;
    };
    return onlyOneIn(LOCAL) ?? onlyOneIn(WESTERN) ?? new TextDecoder().decode(bytes);
  }
}
