import { findTown } from './towns/towns.ts';

// Without this, Excel decodes UTF-8 with the system's code page: ñ as Ã±.
const BYTE_ORDER_MARK = '\ufeff';
// A spreadsheet evaluates a cell that starts with one of these as a formula.
const FORMULA = /^[=+\-@\t\r]/;

type Cell = string | number | null;

function toCell(value: Cell): string {
  if (typeof value !== 'string') return String(value ?? '');
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @returns a CSV line (RFC 4180), ending in CR LF */
export const toCsvLine = (cells: Cell[]): string => `${cells.map(toCell).join(',')}\r\n`;

/** @returns the first line of a file, with the mark by which spreadsheets detect UTF-8 */
export const toCsvHead = (columns: string[]): string => BYTE_ORDER_MARK + toCsvLine(columns);

/** The columns of a file, in order: names, with functions from a row to the cell. */
export type CsvColumns<Row> = Record<string, (row: Row) => Cell>;

/** @returns the lines of a file, as a stream */
export async function* toCsv<Row>(
  columns: CsvColumns<Row>,
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  yield toCsvHead(Object.keys(columns));
  const cells = Object.values(columns);
  for await (const rows of batches)
    yield rows.map((row) => toCsvLine(cells.map((cellOf) => cellOf(row)))).join('');
}

/**
 * The columns of a town: name, province, and the code after a word, so that spreadsheets do not read it as a number.
 */
export const TOWN_COLUMNS = ['town', 'province', 'town_code'];

/** @param code PSGC code */
export function toTownCells(code: string | null): string[] {
  const town = findTown(code ?? '');
  return town ? [town.name, town.province, `PSGC ${town.code}`] : ['', '', ''];
}

/** @returns the columns of a row's town */
export const townColumns = <Row>(townOf: (row: Row) => string | null): CsvColumns<Row> =>
  Object.fromEntries(
    TOWN_COLUMNS.map((name, nth) => [name, (row: Row) => toTownCells(townOf(row))[nth] ?? '']),
  );
