/** A missing or invalid setting; the message names it, and what to do. */
export class ConfigError extends Error {}

/**
 * @returns the message of a system error, or its code: a failed connection to a host with several IPs has no message
 */
export const errorText = (error: unknown): string => {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || String(code);
};

/** @returns the error for a path in the data directory that cannot be used */
export const dataDirError = (path: string, cause: unknown): ConfigError =>
  new ConfigError(
    `${path} cannot be used (${errorText(cause)}): make sure this user can write to it and that it is a directory, or set another DATA_DIR.`,
  );

// Insufficient privilege, and a read-only replica
// (https://www.postgresql.org/docs/current/errcodes-appendix.html).
const CANNOT_CREATE_TABLES = new Set(['42501', '25006']);

/** @returns a ConfigError when the operator can resolve a failed migration, else the error itself */
export const toMigrationError = (error: unknown): unknown =>
  CANNOT_CREATE_TABLES.has(String((error as NodeJS.ErrnoException).code))
    ? new ConfigError(
        `The database user may not create tables (${errorText(error)}): grant it the right, or set another DATABASE_URL.`,
      )
    : error;
