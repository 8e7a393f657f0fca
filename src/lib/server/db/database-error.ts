/** The kinds of errors that both databases have. */
export type DatabaseErrorKind = 'unique' | 'foreign_key' | 'check' | 'retry' | 'unreachable';

/** A database error independent of the dialect. */
class DatabaseError extends Error {
  readonly kind: DatabaseErrorKind;

  constructor(kind: DatabaseErrorKind, cause: unknown) {
    super(`Database: ${kind}`, { cause });
    this.name = 'DatabaseError';
    this.kind = kind;
  }
}

// https://www.sqlite.org/rescode.html (extended result codes)
const SQLITE: Record<number, DatabaseErrorKind> = {
  5: 'retry', // BUSY
  6: 'retry', // LOCKED
  261: 'retry', // BUSY_RECOVERY
  517: 'retry', // BUSY_SNAPSHOT
  275: 'check',
  787: 'foreign_key',
  1555: 'unique', // PRIMARYKEY
  2067: 'unique',
};

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const POSTGRES: Record<string, DatabaseErrorKind> = {
  '23503': 'foreign_key',
  '23505': 'unique',
  '23514': 'check',
  '40001': 'retry', // serialization failure
  '40P01': 'retry', // deadlock
  '53300': 'unreachable', // too many connections
  '57P01': 'unreachable', // shut down
  '57P03': 'unreachable', // starting up
};

const NETWORK = /ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|timeout exceeded|Connection terminated/i;

/** @returns a `DatabaseError` for a known error of a driver, else the error itself */
export function toDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseError) return error;
  const { errcode, code } = error as { errcode?: number; code?: string };
  const kind = SQLITE[errcode ?? 0] ?? POSTGRES[code ?? ''];
  if (kind) return new DatabaseError(kind, error);
  if (NETWORK.test(`${code} ${error.message}`)) return new DatabaseError('unreachable', error);
  return error;
}

/** Whether an error is a `DatabaseError` of this kind. */
export const isDatabaseError = (error: unknown, kind: DatabaseErrorKind): boolean =>
  error instanceof DatabaseError && error.kind === kind;
