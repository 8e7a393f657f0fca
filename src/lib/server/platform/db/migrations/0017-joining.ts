import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

const ROLES = `('farmer', 'processor', 'gleaner', 'feed')`;

/** Who wants to join, who invited whom, and what members have agreed to. */
export const joining = (dialect: DialectName): Migration => ({
  async up(db) {
    const { id, time, end } = COLUMN_TYPES[dialect];
    for (const statement of [
      `create table invitations (
        id ${id} primary key,
        code_hash text not null unique,
        encrypted_code text not null,
        note text not null,
        role text check (role in ${ROLES}),
        max_uses integer not null check (max_uses > 0),
        uses integer not null default 0 check (uses between 0 and max_uses),
        until text not null,
        revoked_at ${time},
        created_by ${id} references members on delete set null,
        created_at ${time} not null
      ) ${end}`,
      `create table applications (
        id ${id} primary key,
        email text not null,
        first_name text not null,
        last_name text not null,
        contact_phone text,
        role text not null check (role in ${ROLES}),
        town text,
        about text not null,
        terms_version integer,
        privacy_version integer,
        invitation_id ${id} references invitations on delete set null,
        origin text not null check (origin in ('application', 'invitation', 'registration')),
        status text not null
          check (status in ('emailed', 'waiting', 'admitted', 'declined', 'joined')),
        token_hash text unique,
        token_expires_at ${time},
        decided_by ${id} references members on delete set null,
        decided_at ${time},
        reason text,
        member_id ${id} references members on delete cascade,
        created_at ${time} not null
      ) ${end}`,
      `create index applications_status_idx on applications (status, id)`,
      `create index applications_email_idx on applications (email)`,
      `create index applications_member_id_idx on applications (member_id)
        where member_id is not null`,
      `create index applications_invitation_id_idx on applications (invitation_id)
        where invitation_id is not null`,
      `create table consents (
        id ${id} primary key,
        member_id ${id} not null references members on delete cascade,
        document text not null
          check (document in ('terms_and_conditions', 'data_privacy_guidelines')),
        version integer not null,
        origin text not null check (origin in
          ('application', 'invitation', 'registration', 'strip', 'settings', 'demo')),
        agreed_at ${time} not null,
        withdrawn_at ${time}
      ) ${end}`,
      `create index consents_member_id_idx on consents (member_id, id)`,
      `create unique index consents_valid_idx on consents (member_id, document, version)
        where withdrawn_at is null`,
    ])
      await sql.raw(statement).execute(db);
  },
});
