import { findTown } from './towns/towns.ts';

// Without it, Excel reads UTF-8 in the code page of its system: ñ as Ã±.
const BYTE_ORDER_MARK = '\ufeff';
// A spreadsheet evaluates a cell that starts with one of these as a formula.
const FORMULA = /^[=+\-@\t\r]/;

function toCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @returns a line for spreadsheets (RFC 4180), which ends in CR LF */
export const toCsvLine = (cells: (string | number)[]): string =>
  `${cells.map(toCell).join(',')}\r\n`;

/** @returns the first line of a file, with the mark by which spreadsheets know UTF-8 */
export const toCsvHead = (columns: string[]): string => BYTE_ORDER_MARK + toCsvLine(columns);

/** What a town takes: its name and province, and its code behind a word, which no spreadsheet reads as a number. */
export const TOWN_COLUMNS = ['town', 'province', 'town_code'];

/** @param code PSGC code */
export function toTownCells(code: string | null): string[] {
  const town = findTown(code ?? '');
  return town ? [town.name, town.province, `PSGC ${town.code}`] : ['', '', ''];
}
