import type { DialectName } from '#lib/server/platform/db/dialect.ts';

/** The SQL types that differ between the databases. */
export interface ColumnTypes {
  id: string;
  /** milliseconds since 1970 */
  time: string;
  /** the end of a `create table` */
  end: string;
}

export const COLUMN_TYPES: Record<DialectName, ColumnTypes> = {
  sqlite: { id: 'text', time: 'integer', end: 'strict' },
  postgres: { id: 'uuid', time: 'bigint', end: '' },
};
