import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** Members' passkeys, and the challenges that were used and have not expired yet. */
export const passkeys = (dialect: DialectName): Migration => ({
  async up(db) {
    const { id, time, end } = COLUMN_TYPES[dialect];
    for (const statement of [
      // A counter has 32 bits without a sign: more than Postgres' integer.
      `create table passkeys (
        id ${id} primary key,
        member_id ${id} not null references members on delete cascade,
        credential_id text not null unique,
        public_key text not null,
        counter ${time} not null,
        transports text not null,
        name text not null,
        created_at ${time} not null,
        used_at ${time}
      ) ${end}`,
      `create index passkeys_member_id_idx on passkeys (member_id)`,
      `create table used_passkey_challenges (
        challenge_hash text primary key,
        expires_at ${time} not null
      ) ${end}`,
    ])
      await sql.raw(statement).execute(db);
  },
});
