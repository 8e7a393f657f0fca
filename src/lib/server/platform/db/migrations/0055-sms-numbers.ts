import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/**
 * What owners of numbers want of SMS, who causes SMS, and who would like to sign in with a number. A number that its member has set is
 * such a claim, and works on until staff give it to another.
 */
export const smsNumbers = (dialect: DialectName): Migration => ({
  async up(db) {
    const { id, time, end } = COLUMN_TYPES[dialect];
    for (const statement of [
      `create table sms_numbers (
        number_hash text primary key,
        question_id ${id},
        question_sent_at ${time},
        proved_at ${time},
        stopped_at ${time},
        used_at ${time} not null
      ) ${end}`,
      'alter table sms_sends add column number_hash text',
      `alter table sms_sends add column caused_by ${id}`,
      `alter table deliveries add column caused_by ${id}`,
      `create table sign_in_phone_claims (
        member_id ${id} primary key references members on delete cascade,
        phone text not null,
        claimed_at ${time} not null
      ) ${end}`,
      'create index sign_in_phone_claims_phone_idx on sign_in_phone_claims (phone)',
      `insert into sign_in_phone_claims (member_id, phone, claimed_at)
        select m.id, m.sign_in_phone, m.joined_at from members as m
        where m.sign_in_phone is not null and m.email is not null and not exists (
          select 1 from audit_log as a where a.member_id = m.id and a.act = 'member.phone_set')`,
    ])
      await sql.raw(statement).execute(db);
  },
});
