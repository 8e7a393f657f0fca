import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES, type ColumnTypes } from './column-types.ts';

// SQLite takes no constraint from a table: it is made again, with all of its rows. Nothing references it.
const sqliteReports = ({ id, time, end }: ColumnTypes) => [
  `create table all_reports (
    id ${id} primary key,
    post_id ${id} references posts on delete cascade,
    comment_id ${id} references comments on delete cascade,
    member_id ${id} references members on delete cascade,
    reporter_id ${id} not null references members on delete cascade,
    reason text not null,
    created_at ${time} not null,
    dismissed_at ${time},
    check ((post_id is null) + (comment_id is null) + (member_id is null) = 2)
  ) ${end}`,
  `insert into all_reports
    (id, post_id, comment_id, member_id, reporter_id, reason, created_at, dismissed_at)
    select id, post_id, comment_id, member_id, reporter_id, reason, created_at, dismissed_at
    from reports`,
  `drop table reports`,
  `alter table all_reports rename to reports`,
  `create index reports_reporter_id_idx on reports (reporter_id)`,
  `create index reports_open_idx on reports (post_id, id) where dismissed_at is null`,
];

const postgresReports = [
  `alter table reports drop constraint if exists reports_post_id_reporter_id_key`,
  `drop index if exists reports_comment_id_idx, reports_member_id_idx`,
];

/**
 * A member has one open report of a thing, and may report it again once that is settled. Servers of the version before
 * insert into the same columns, and take a unique violation as before; they reject only what is open, too.
 */
const uniqueWhileOpen = ['post_id', 'comment_id', 'member_id'].map(
  (column) => `create unique index if not exists reports_open_${column}_idx
    on reports (${column}, reporter_id) where dismissed_at is null and ${column} is not null`,
);

/** The reports of a thing, also the settled ones. */
const byThing = ['post_id', 'comment_id', 'member_id'].map(
  (column) => `create index if not exists reports_all_${column}_idx
    on reports (${column}) where ${column} is not null`,
);

/** Who reported something may do so again; what was taken from a profile stays away until staff say so. */
export const repeatedReports = (dialect: DialectName): Migration => ({
  async up(db) {
    const types = COLUMN_TYPES[dialect];
    const replaced = dialect === 'sqlite' ? sqliteReports(types) : postgresReports;
    for (const statement of [
      ...replaced,
      ...uniqueWhileOpen,
      ...byThing,
      `alter table moderation_decisions add column reopened_at ${types.time}`,
    ])
      await sql.raw(statement).execute(db);
  },
});
