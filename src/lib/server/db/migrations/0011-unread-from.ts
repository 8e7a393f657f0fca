import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/db/dialect.ts';

/**
 * Lets a member's row say before which notification they have read everything (docs/decisions/0024-read-watermark.md). SQLite
 * loses the index of what is told to everyone: it no longer chose it, and for that index's condition it planned a
 * statement anew each time that an audience was among its values.
 * @param dialect the database's kind
 */
export const unreadFrom = (dialect: DialectName): Migration => ({
  async up(db) {
    const statements =
      dialect === 'sqlite'
        ? [
            `alter table members add column read_watermark text`,
            `drop index notifications_to_everyone`,
          ]
        : [`alter table members add column read_watermark uuid`];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
