import { findTown } from './towns/towns.ts';

// Without it, Excel reads UTF-8 in the code page of its system: ñ as Ã±.
const BYTE_ORDER_MARK = '\ufeff';
// A spreadsheet evaluates a cell that starts with one of these as a formula.
const FORMULA = /^[=+\-@\t\r]/;

type Cell = string | number | null;

function toCell(value: Cell): string {
  if (typeof value !== 'string') return String(value ?? '');
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @returns a line for spreadsheets (RFC 4180), which ends in CR LF */
export const toCsvLine = (cells: Cell[]): string => `${cells.map(toCell).join(',')}\r\n`;

/** @returns the first line of a file, with the mark by which spreadsheets know UTF-8 */
export const toCsvHead = (columns: string[]): string => BYTE_ORDER_MARK + toCsvLine(columns);

/** The columns of a file by their names, in their order: what each has of a row. */
export type CsvColumns<Row> = Record<string, (row: Row) => Cell>;

/** @returns the lines of a file, as its rows are read */
export async function* toCsv<Row>(
  columns: CsvColumns<Row>,
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  yield toCsvHead(Object.keys(columns));
  const cells = Object.values(columns);
  for await (const rows of batches)
    yield rows.map((row) => toCsvLine(cells.map((cellOf) => cellOf(row)))).join('');
}

/** What a town takes: its name and province, and its code behind a word, which no spreadsheet reads as a number. */
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
