// A migration of the next version, for drills of upgrades.
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';
import { type Migrations, migrations } from '#lib/server/platform/db/migrations/all.ts';
import { COLUMN_TYPES } from '#lib/server/platform/db/migrations/column-types.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

const LATER = '9999-later';

// The tables with the most traffic.
const TABLES = ['members', 'sessions', 'posts', 'comments', 'member_notifications'];

const later = (dialect: DialectName): Migration => ({
  async up(db) {
    const { id, end } = COLUMN_TYPES[dialect];
    for (const statement of [
      ...TABLES.map((table) => `alter table ${table} add column later text`),
      `create table later_notifications (
        member_id ${id} not null references members on delete cascade,
        id ${id} not null,
        kind text not null,
        primary key (member_id, id)
      ) ${end}`,
      `insert into later_notifications (member_id, id, kind)
        select member_id, id, kind from member_notifications`,
      `create index later_notifications_kind_idx on later_notifications (kind)`,
    ])
      await sql.raw(statement).execute(db);
  },
});

/**
 * The migrations of a next version.
 * @param usableFrom the oldest version that may use its schema; by default none may
 */
export const laterMigrationsFrom =
  (usableFrom?: string): Migrations =>
  (dialect) => ({
    ...migrations(dialect),
    [LATER]: { ...later(dialect), usableFrom },
  });

/** Migrations that no test on the copy may let through. */
const WRONG: Record<string, string> = {
  throws: 'alter table no_such_table add column later text',
  drops:
    'alter table comments drop column later; alter table comments rename column content to words',
};

/** The same with one that is wrong. @param kind one of `WRONG` */
export const wrongMigrationsFrom =
  (kind: string, usableFrom?: string): Migrations =>
  (dialect) => ({
    ...laterMigrationsFrom(usableFrom)(dialect),
    '9999-wrong': {
      usableFrom,
      async up(db) {
        for (const statement of (WRONG[kind] ?? '').split('; '))
          await sql.raw(statement).execute(db);
      },
    },
  });

/** The migrations of the next version. */
export const laterMigrations = laterMigrationsFrom();

const UNDO = [
  'drop table later_notifications',
  ...TABLES.map((table) => `alter table ${table} drop column later`),
];

/** Reverts the next version's migration. */
export async function undoLater(db: Executor): Promise<void> {
  for (const statement of UNDO) await sql.raw(statement).execute(db);
  await sql`delete from kysely_migration where name = ${LATER}`.execute(db);
}
