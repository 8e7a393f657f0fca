import type { Schema } from '#lib/server/platform/db/schema.ts';

export type TableName = keyof Schema;
type Column<T extends TableName> = keyof Schema[T] & string;

/** A row with the columns that are exported. */
export type PersonalRow = Record<string, unknown>;

/** How the rows of a table belong to members, and what the export and the erasure do with them. */
interface PersonalRule<T extends TableName = TableName> {
  /** what the rows are, as the export calls them */
  label: string;
  /** unique among a member's rows, alone or together: they are read by it */
  key: Column<T> | Column<T>[];
  /** the columns that name a member: a row is theirs when one of them does */
  names: Column<T>[];
  /** the columns that name a member in a row of another's that goes with them: it is not theirs to read */
  about?: Column<T>[];
  /** without a member of its own, a row belongs to the member of this table's row; `column` has its key */
  owner?: { table: 'posts'; column: Column<T> };
  /** the columns that name a member although the row is not theirs: they are set to null */
  mentions?: Column<T>[];
  /** the columns with keys of the member's files: they are removed, and images that are exported are in the export */
  files?: Column<T>[];
  exported: Column<T>[];
  /** the other columns, each with the reason */
  withheld: Partial<Record<Column<T>, string>>;
  /** leaves out of a row what others wrote */
  redact?: (row: PersonalRow, memberId: string) => PersonalRow;
  /** whether the rows go with the member; those that do not are changed by `deletions/erase-member.ts` */
  erasure: 'deleted' | 'changed';
}

/** A table whose rows are no member's. */
interface ImpersonalRule<T extends TableName = TableName> {
  /** why there is nothing to export, and who erases what is to be erased */
  why: string;
  /** its columns with texts, none of which a member writes or is called */
  texts: Column<T>[];
  /** as of a `PersonalRule` */
  mentions?: Column<T>[];
}

export type Rules<T extends TableName = TableName> = {
  [K in T]: PersonalRule<K> | ImpersonalRule<K>;
};
