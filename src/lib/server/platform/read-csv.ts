/** A non-empty row of a sheet. */
export interface SheetRow {
  /** the row's number in the sheet, from 1 */
  line: number;
  cells: string[];
}

// The delimiters of spreadsheets: tabs in copied cells, semicolons where numbers have commas.
const DELIMITERS = ['\t', ';', ','];
// The title of a list may be above the rows.
const SAMPLE_LINES = 20;
// A first line that tells Excel the delimiter.
const SEPARATOR = /^\ufeff?"?sep=(.)"?[\t;, ]*(?=\n|$)/i;

/** @returns the most frequent delimiter in the first rows */
function delimiterOf(text: string): string {
  const lines = text
    .split('\n', SAMPLE_LINES)
    .join('\n')
    .replaceAll(/"[^"]*"/g, '');
  const countIn = (mark: string) => lines.split(mark).length;
  return DELIMITERS.reduce((best, each) => (countIn(each) > countIn(best) ? each : best));
}

// UTF-8 decoded with another code page: names never have these letters before a symbol.
const MISREAD = /[ÃÂ][^\0-\x7fÀ-ÿ]/gu;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufeff\u2028\u2029]/gu;

/** @returns the visible text of a cell, with U+FFFD for misread characters */
const cleanCell = (cell: string): string =>
  cell
    .replaceAll(MISREAD, '\ufffd')
    .replaceAll(INVISIBLE, '')
    .replaceAll(/[\p{Zs}\n]+/gu, ' ')
    .trim();

/** Reads cells (RFC 4180). A quote without a closing one at the end of its cell is literal. */
function readCells(text: string, delimiter: string): string[][] {
  const mark = RegExp.escape(delimiter);
  const [space, end] = [String.raw`[^\S\n${mark}]*`, String.raw`(?<end>${mark}|\n|$)`];
  const quoted = new RegExp(`${space}"(?<cell>(?:[^"]|"")*)"${space}${end}`, 'y');
  const plain = new RegExp(String.raw`(?<cell>[^\n${mark}]*)${end}`, 'y');
  const rows: string[][] = [[]];
  let at = 0;
  const readCell = () => {
    quoted.lastIndex = at;
    plain.lastIndex = at;
    const found = quoted.exec(text);
    const [whole = '', cell = '', ending = ''] = found ?? plain.exec(text) ?? [];
    rows.at(-1)?.push(cleanCell(found ? cell.replaceAll('""', '"') : cell));
    if (ending === '\n') rows.push([]);
    at += whole.length;
    return ending !== '';
  };
  while (readCell());
  return rows;
}

/** Reads what was exported or copied from a spreadsheet. */
export function readSheet(typed: string): SheetRow[] {
  const text = typed.replaceAll(/\r\n?/g, '\n');
  const [first = '', separator] = SEPARATOR.exec(text) ?? [];
  const rest = text.slice(first.length);
  return readCells(rest, separator ?? delimiterOf(rest))
    .map((cells, index) => ({ line: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
}
