import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/db/dialect.ts';

const statements = (id: string, time: string, end: string) => [
  `drop table password_resets`,
  `create table password_resets (
    token_hash text primary key,
    origin_key text not null,
    account_key text not null,
    member_id ${id} references members on delete cascade,
    client_hash text not null,
    code_hmac text not null,
    created_at ${time} not null,
    expires_at ${time} not null,
    verified_at ${time}
  ) ${end}`,
  // One row a place while its code is not entered: that is what makes one live code.
  `create unique index password_resets_live on password_resets (origin_key) where verified_at is null`,
  `create index password_resets_of_account on password_resets (account_key)`,
  `create index password_resets_of_member on password_resets (member_id)`,
  `create index password_resets_by_expiry on password_resets (expires_at)`,
];

/**
 * Gives each place an account is recovered from a code of its own (docs/decisions/0010-password-reset.md). Recoveries that
 * are under way begin anew.
 * @param dialect the database's kind
 */
export const recoveryPlaces = (dialect: DialectName): Migration => ({
  async up(db) {
    const [id, time, end] =
      dialect === 'sqlite' ? ['text', 'integer', 'strict'] : ['uuid', 'bigint', ''];
    for (const statement of statements(id, time, end)) await sql.raw(statement).execute(db);
  },
});
