import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** What staff and operators did, when a session last proved who uses it, and emails that are to be proved. */
export const staff = (dialect: DialectName): Migration => ({
  async up(db) {
    const { id, time, end } = COLUMN_TYPES[dialect];
    for (const statement of [
      // Without references: an act stays on record when its actor or target is gone.
      `create table audit_log (
        id ${id} primary key,
        actor_id ${id},
        act text not null,
        target_type text not null,
        target_id text,
        member_id ${id},
        reason text,
        details text not null,
        created_at ${time} not null
      ) ${end}`,
      `create index audit_log_actor_id_idx on audit_log (actor_id, id)`,
      `create index audit_log_member_id_idx on audit_log (member_id, id)`,
      `create index audit_log_act_idx on audit_log (act, id)`,
      `create index audit_log_created_at_idx on audit_log (created_at)`,
      `alter table sessions add column confirmed_at ${time}`,
      `create table email_changes (
        token_hash text primary key,
        member_id ${id} not null unique references members on delete cascade,
        actor_id ${id} not null,
        email text not null,
        created_at ${time} not null,
        expires_at ${time} not null
      ) ${end}`,
      `create index email_changes_expires_at_idx on email_changes (expires_at)`,
    ])
      await sql.raw(statement).execute(db);
  },
});
