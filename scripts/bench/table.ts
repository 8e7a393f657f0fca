import { stripVTControlCharacters, styleText } from 'node:util';

/** A cell; numbers stand to the right. */
export type Cell = string;

const width = (cell: Cell) => stripVTControlCharacters(cell).length;

/** Prints rows under a head, the first column to the left and the others to the right. */
export function printTable(head: Cell[], rows: Cell[][]): void {
  const widths = head.map((_, at) =>
    Math.max(...[head, ...rows].map((row) => width(row[at] ?? ''))),
  );
  const line = (row: Cell[]) =>
    row
      .map((cell, at) => {
        const space = ' '.repeat((widths[at] ?? 0) - width(cell));
        return at === 0 ? cell + space : space + cell;
      })
      .join('  ');
  console.log(styleText('bold', line(head)));
  for (const row of rows) console.log(line(row));
  console.log('');
}

/** @returns a whole number as people write it */
export const whole = (value: number): string => Math.round(value).toLocaleString('en');

/** Says whether a budget was kept. */
export const mark = (kept: boolean, budget: string): string =>
  kept ? styleText('green', `✓ met ${budget}`) : styleText('red', `✗ missed ${budget}`);
