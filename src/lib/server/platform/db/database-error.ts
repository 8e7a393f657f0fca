/**
 * The kinds of errors that both databases share. `uncertain`: a commit got no response, and may have succeeded.
 * `full`: nothing can be written, as the disk is full or read-only. `damaged`: a part of the database is unreadable.
 */
export type DatabaseErrorKind =
  | 'unique'
  | 'foreign_key'
  | 'check'
  | 'retry'
  | 'unavailable'
  | 'uncertain'
  | 'full'
  | 'damaged';

/** A database error independent of the dialect. */
class DatabaseError extends Error {
  readonly kind: DatabaseErrorKind;

  constructor(kind: DatabaseErrorKind, cause: unknown) {
    super(`Database: ${kind}`, { cause });
    this.name = 'DatabaseError';
    this.kind = kind;
  }
}

// https://www.sqlite.org/rescode.html: primary codes, and the extended codes of other kinds.
const SQLITE: Record<number, DatabaseErrorKind> = {
  5: 'unavailable', // BUSY: sqlite-driver.ts has waited already
  6: 'retry', // LOCKED
  8: 'full', // READONLY
  10: 'full', // IOERR: of writing
  11: 'damaged', // CORRUPT
  13: 'full',
  14: 'unavailable', // CANTOPEN
  26: 'damaged', // NOTADB
  266: 'unavailable', // IOERR_READ
  275: 'check',
  517: 'retry', // BUSY_SNAPSHOT
  522: 'unavailable', // IOERR_SHORT_READ
  787: 'foreign_key',
  1034: 'uncertain', // IOERR_FSYNC: the log may have been written
  1555: 'unique', // PRIMARYKEY
  2067: 'unique',
};
const PRIMARY_CODE = 0xff;

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const POSTGRES: Record<string, DatabaseErrorKind> = {
  '0A000': 'unavailable', // a prepared statement’s columns have changed
  '23503': 'foreign_key',
  '23505': 'unique',
  '23514': 'check',
  '25006': 'unavailable', // read-only: a replica
  '25P03': 'unavailable', // idle in a transaction for too long
  '26000': 'unavailable', // a prepared statement is gone
  '40001': 'retry', // serialization failure
  '40P01': 'retry', // deadlock
  '53100': 'full',
  '55P03': 'unavailable', // lock timeout
  XX001: 'damaged', // a table
  XX002: 'damaged', // an index
};
// Connection errors, insufficient resources, shutdown or statement timeout, system errors.
const UNAVAILABLE_CLASS = /^(08|53|57|58)\w{3}$/;

const NETWORK =
  /ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|timeout exceeded|timeout expired|Query read timeout|Connection terminated|not queryable|has been discarded/i;

function kindOf(error: Error): DatabaseErrorKind | undefined {
  const { errcode = 0, code = '' } = error as { errcode?: number; code?: string };
  const known = SQLITE[errcode] ?? SQLITE[errcode & PRIMARY_CODE] ?? POSTGRES[code];
  if (known) return known;
  const isUnavailable = UNAVAILABLE_CLASS.test(code) || NETWORK.test(`${code} ${error.message}`);
  return isUnavailable ? 'unavailable' : undefined;
}

/** @returns a `DatabaseError` for a known error of a driver, else the error itself */
export function toDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseError) return error;
  const kind = kindOf(error);
  return kind ? new DatabaseError(kind, error) : error;
}

/** Whether an error is a `DatabaseError` of one of these kinds. */
export const isDatabaseError = (error: unknown, ...kinds: DatabaseErrorKind[]): boolean =>
  error instanceof DatabaseError && kinds.includes(error.kind);

// CORRUPT and NOTADB
const DAMAGED = new Set([11, 26]);

/** Whether SQLite reports a damaged file. */
export const isDamaged = (error: unknown): boolean =>
  DAMAGED.has(((error as { errcode?: number }).errcode ?? 0) & PRIMARY_CODE);

/** @returns the error of a commit: an interrupted one may have succeeded */
export function toCommitError(thrown: unknown): unknown {
  const error = toDatabaseError(thrown);
  return isDatabaseError(error, 'unavailable') ? new DatabaseError('uncertain', thrown) : error;
}
