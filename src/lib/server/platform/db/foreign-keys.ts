import { isDatabaseError } from './database-error.ts';

/**
 * Whether an error means that a referenced row was deleted concurrently. PostgreSQL names constraints after table and
 * column. SQLite gives no name, but runs one write transaction at a time, so no row is deleted concurrently.
 * @param column in any table, e.g. `post_id`
 */
export function isMissingReference(error: unknown, column: string): boolean {
  if (!isDatabaseError(error, 'foreign_key')) return false;
  const { constraint = '' } = (error as Error).cause as { constraint?: string };
  return constraint.endsWith(`_${column}_fkey`);
}
