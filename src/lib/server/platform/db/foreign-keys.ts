import { isDatabaseError } from './database-error.ts';

/**
 * Whether an error is that what a row refers to was deleted a moment ago. PostgreSQL names a constraint after its table and
 * column. SQLite names none, and runs one write transaction at a time: nothing is deleted beside it.
 * @param column of whatever table, e.g. `post_id`
 */
export function isMissingReference(error: unknown, column: string): boolean {
  if (!isDatabaseError(error, 'foreign_key')) return false;
  const { constraint = '' } = (error as Error).cause as { constraint?: string };
  return constraint.endsWith(`_${column}_fkey`);
}
