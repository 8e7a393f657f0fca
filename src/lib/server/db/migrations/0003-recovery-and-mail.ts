import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/db/dialect.ts';

const statements = (id: string, time: string, end: string) => [
  `drop table resets`,
  // One row an account: that is what makes one live code, and its tries an account's.
  `create table resets (
    account_key text primary key,
    member_id ${id} references members on delete cascade,
    owner text not null,
    token_hash text not null unique,
    code_hmac text not null,
    tries integer not null default 0,
    tries_since ${time} not null,
    created_at ${time} not null,
    expires_at ${time} not null,
    verified_at ${time}
  ) ${end}`,
  `create index resets_of_member on resets (member_id)`,
  `create index resets_by_expiry on resets (expires_at)`,
  `create table letters (
    id ${id} primary key,
    sealed text not null,
    created_at ${time} not null,
    due_at ${time} not null,
    expires_at ${time} not null,
    tries integer not null default 0,
    handed_at ${time}
  ) ${end}`,
  `create index letters_by_due on letters (due_at)`,
  `alter table notifications add column once_key text`,
  `create unique index notifications_once on notifications (once_key)`,
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
