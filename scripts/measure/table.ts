import { stripVTControlCharacters, styleText } from 'node:util';

const widthOf = (cell: string) => stripVTControlCharacters(cell).length;

/** Prints rows below a bold heading, with the first column aligned left and the others right. */
export function printTable(head: string[], rows: string[][]): void {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => widthOf(row[column] ?? ''))),
  );
  const format = (row: string[]) =>
    row
      .map((cell, column) => {
        const padding = ' '.repeat((widths[column] ?? 0) - widthOf(cell));
        return column === 0 ? cell + padding : padding + cell;
      })
      .join('  ');
  console.log(styleText('bold', format(head)));
  for (const row of rows) console.log(format(row));
  console.log('');
}

/** A whole number with thousands separators. */
export const whole = (value: number): string => Math.round(value).toLocaleString('en');

/** Marks a budget as met or missed. */
export const mark = (isMet: boolean, budget: string): string =>
  isMet ? styleText('green', `✓ met ${budget}`) : styleText('red', `✗ missed ${budget}`);
