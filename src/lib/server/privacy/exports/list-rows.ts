import type { Services } from '#lib/server/platform/context.ts';
import { listRowsOf } from '#lib/server/privacy/personal-data/row-queries.ts';
import type { PersonalRow } from '#lib/server/privacy/personal-data/rules.ts';
import type { PersonalTable } from '#lib/server/privacy/personal-data/tables.ts';

// Bounds the memory of an export.
const BATCH = 200;

/** Times are milliseconds in the database, and ISO 8601 in the export. */
const toReadable = (row: PersonalRow): PersonalRow =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      column.endsWith('_at') && typeof value === 'number' ? new Date(value).toISOString() : value,
    ]),
  );

/** Lists a member's rows of a table as they are exported, some at a time. */
export async function* listRows(
  { db }: Services,
  table: PersonalTable,
  memberId: string,
): AsyncGenerator<PersonalRow> {
  for (let after: string | null = null; ;) {
    const { rows, next } = await listRowsOf(db, table, memberId, after, BATCH);
    for (const row of rows) yield toReadable(table.redact?.(row, memberId) ?? row);
    if (next === null) return;
    after = next;
  }
}
