import { AppError } from './errors.ts';

const UTF_16: Record<string, string> = { fffe: 'utf-16le', feff: 'utf-16be' };
// A workbook of Excel or LibreOffice is a zip; one of before 2007 begins with the other.
const WORKBOOK = /^(?:504b0304|d0cf11e0)/;
const MARK_BYTES = 4;

/**
 * Decodes a file of a spreadsheet: UTF-8, UTF-16 with its mark, or else what Excel writes on Windows.
 * @throws AppError import_workbook for what is no text
 */
export function decodeSheet(bytes: Uint8Array): string {
  const mark = Buffer.from(bytes.subarray(0, MARK_BYTES)).toString('hex');
  if (WORKBOOK.test(mark)) throw new AppError('import_workbook');
  const text = decode(bytes, UTF_16[mark.slice(0, 4)]);
  if (text.includes('\0')) throw new AppError('import_workbook');
  return text;
}

function decode(bytes: Uint8Array, encoding: string | undefined): string {
  if (encoding) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** A row of a sheet that is not empty. */
export interface SheetRow {
  /** as the sheet counts it, from 1 */
  line: number;
  cells: string[];
}

// What spreadsheets put between cells: tabs when they are copied, semicolons where the comma is in numbers.
const DELIMITERS = ['\t', ';', ','];

/** @returns the delimiter that the first row has most of */
function delimiterOf(text: string): string {
  const first = /^\s*(.*)/.exec(text)?.[1]?.replaceAll(/"[^"]*"/g, '') ?? '';
  const countIn = (mark: string) => first.split(mark).length;
  return DELIMITERS.reduce((best, each) => (countIn(each) > countIn(best) ? each : best));
}

/** Reads cells (RFC 4180). @returns null when a quote is not closed */
function readCells(text: string, delimiter: string, hasQuotes: boolean): string[][] | null {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    rows.at(-1)?.push(cell.trim());
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (isQuoted && char === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (isQuoted) {
      if (char === '"') isQuoted = false;
      else cell += char;
    } else if (hasQuotes && char === '"' && cell.trim() === '') isQuoted = true;
    else if (char === delimiter) endCell();
    else if (char === '\n') {
      endCell();
      rows.push([]);
    } else cell += char;
  }
  endCell();
  return isQuoted ? null : rows;
}

/** Reads what was exported or copied from a spreadsheet. A quote that is not closed is one that somebody typed. */
export function readSheet(typed: string): SheetRow[] {
  const text = typed.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n');
  const delimiter = delimiterOf(text);
  const rows = readCells(text, delimiter, true) ?? readCells(text, delimiter, false) ?? [];
  return rows
    .map((cells, index) => ({ line: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
}
