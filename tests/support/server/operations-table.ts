import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const PATH = resolve(import.meta.dirname, '../../../docs/operations.md');
// The column names and the line below.
const HEADER_ROWS = 2;

/** The cells of the table in a section of docs/operations.md. */
export function readOperationsTable(heading: string): string[][] {
  const section = new RegExp(`## ${heading}\\n([^]*?)\\n## `).exec(readFileSync(PATH, 'utf8'))?.[1];
  const rows = Array.from((section ?? '').matchAll(/^\|(.+)\|$/gm), ([, row = '']) =>
    row.split('|').map((cell) => cell.trim()),
  );
  return rows.slice(HEADER_ROWS);
}
