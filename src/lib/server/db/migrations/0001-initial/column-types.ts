/** The SQL types that differ between the databases. */
export interface ColumnTypes {
  id: string;
  /** milliseconds since 1970 */
  time: string;
  /** the end of a `create table` */
  end: string;
}

export const SQLITE: ColumnTypes = { id: 'text', time: 'integer', end: 'strict' };
export const POSTGRES: ColumnTypes = { id: 'uuid', time: 'bigint', end: '' };
