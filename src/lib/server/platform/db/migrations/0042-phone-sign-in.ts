import { type QueryExecutorProvider, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** @returns what must be the same after a table was changed: how many rows each table has, and how many lack what they refer to */
async function countRows(db: QueryExecutorProvider): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select name from pragma_table_list
    where schema = 'main' and type = 'table' and name not glob 'sqlite_*'`.execute(db);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(name)}`.execute(db);
    counts[name] = rows[0]?.count ?? 0;
  }
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pragma_foreign_key_check`.execute(db);
  return { ...counts, 'foreign keys': rows[0]?.count ?? 0 };
}

/**
 * Changes tables of SQLite, none of whose rows may get lost.
 * @throws Error when rows did, or refer to nothing: the transaction leaves all as it was
 */
export async function keepRows(
  db: QueryExecutorProvider,
  change: () => Promise<void>,
): Promise<void> {
  const before = await countRows(db);
  await change();
  const after = await countRows(db);
  const lost = Object.keys(before).filter((name) => before[name] !== after[name]);
  if (lost.length > 0) throw new Error(`The migration would change rows of: ${lost.join(', ')}.`);
}

/**
 * The phone number that a member signs in with; where there is one, they need no email. SQLite, too, drops a `not null` in
 * place (docs/decisions/0087-members-without-email.md).
 */
export const phoneSignIn = (dialect: DialectName): Migration => ({
  async up(db) {
    const { id, time, end } = COLUMN_TYPES[dialect];
    const change = async () => {
      for (const statement of [
        `alter table members alter column email drop not null`,
        `alter table members add column sign_in_phone text
          check (email is not null or sign_in_phone is not null)`,
        `create unique index members_sign_in_phone_key on members (sign_in_phone)`,
        // What staff hand over to a member who cannot sign in: one for each.
        `create table desk_codes (
          member_id ${id} primary key references members on delete cascade,
          code_hash text not null unique,
          actor_id ${id} not null references members on delete cascade,
          created_at ${time} not null,
          expires_at ${time} not null
        ) ${end}`,
        `create index desk_codes_actor_id_idx on desk_codes (actor_id)`,
        `create index desk_codes_expires_at_idx on desk_codes (expires_at)`,
      ])
        await sql.raw(statement).execute(db);
    };
    await (dialect === 'sqlite' ? keepRows(db, change) : change());
  },
});
