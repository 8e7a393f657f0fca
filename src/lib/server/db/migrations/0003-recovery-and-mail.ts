import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/db/dialect.ts';

const statements = (id: string, time: string, end: string) => [
  `drop table password_resets`,
  // One row an account: that is what makes one live code, and its tries an account's.
  `create table password_resets (
    account_key text primary key,
    member_id ${id} references members on delete cascade,
    client_hash text not null,
    token_hash text not null unique,
    code_hmac text not null,
    tries integer not null default 0,
    tries_since ${time} not null,
    created_at ${time} not null,
    expires_at ${time} not null,
    verified_at ${time}
  ) ${end}`,
  `create index password_resets_of_member on password_resets (member_id)`,
  `create index password_resets_by_expiry on password_resets (expires_at)`,
  `create table emails (
    id ${id} primary key,
    encrypted_payload text not null,
    created_at ${time} not null,
    run_at ${time} not null,
    expires_at ${time} not null,
    attempts integer not null default 0,
    sending_at ${time}
  ) ${end}`,
  `create index emails_by_run_at on emails (run_at)`,
  `alter table notifications add column dedupe_key text`,
  `create unique index notifications_once on notifications (dedupe_key)`,
  `create index notifications_by_link on notifications (link_data)`,
];

/**
 * Makes room for recovery by code, for letters that wait to be sent, and for notifications made only once.
 * @param dialect the database's kind
 */
export const recoveryAndMail = (dialect: DialectName): Migration => ({
  async up(db) {
    const [id, time, end] =
      dialect === 'sqlite' ? ['text', 'integer', 'strict'] : ['uuid', 'bigint', ''];
    for (const statement of statements(id, time, end)) await sql.raw(statement).execute(db);
  },
});
