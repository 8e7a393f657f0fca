import { startTool } from './postgres-tools.ts';

// `COPY public.posts (id, …) FROM stdin;`
const COPY = /^COPY (?:"[^"]+"|\w+)\.(?:"([^"]+)"|(\w+)) /;
const END = '\\.';

/** The number of rows by table. */
export type RowCounts = Map<string, number>;

/**
 * Counts the rows that a script of `pg_restore` copies.
 * @param script its chunks
 */
export async function countCopiedRows(script: AsyncIterable<Buffer>): Promise<RowCounts> {
  const counts: RowCounts = new Map();
  let table = '';
  let rest = '';
  for await (const chunk of script) {
    // Latin-1 changes no line end, and is fast.
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [, quoted, plain] = (table ? null : COPY.exec(line)) ?? [];
      if (line === END) table = '';
      else if (table) counts.set(table, (counts.get(table) ?? 0) + 1);
      else if (quoted ?? plain) counts.set((table = quoted ?? plain ?? ''), 0);
    }
  }
  return counts;
}

/**
 * Reads a whole archive of `pg_dump`.
 * @param pgRestore path of the program
 * @returns the number of rows in it
 * @throws BackupError when it cannot be read to its end
 */
export async function countArchivedRows(
  pgRestore: string,
  archive: string,
  signal?: AbortSignal,
): Promise<RowCounts> {
  const tool = startTool(pgRestore, ['--data-only', '--file=-', archive], { signal });
  tool.stdin.end();
  const counts = await countCopiedRows(tool.stdout);
  await tool.ended;
  return counts;
}

/** @returns the tables whose number of rows is another, with both numbers, e.g. `posts (3 of 4)` */
export const differences = (stored: RowCounts, expected: RowCounts): string[] =>
  [...expected]
    .filter(([table, rows]) => stored.get(table) !== rows)
    .map(([table, rows]) => `${table} (${stored.get(table) ?? 0} of ${rows})`);
