import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** Machines of services, the half days that they are not free, and who has requested which. */
export const machines = (dialect: DialectName): Migration => ({
  async up(db) {
    const { id, time, end } = COLUMN_TYPES[dialect];
    for (const statement of [
      `create table machines (
        post_id ${id} primary key references posts on delete cascade,
        machine text not null,
        unit text not null,
        a_day integer not null check (a_day > 0),
        reach_km integer not null check (reach_km >= 0),
        price_centavos integer check (price_centavos > 0),
        created_at ${time} not null
      ) ${end}`,
      `create table bookings (
        id ${id} primary key,
        post_id ${id} references posts on delete set null,
        owner_id ${id} not null references members on delete cascade,
        requester_id ${id} not null references members on delete cascade,
        machine text not null,
        unit text not null,
        amount integer not null check (amount > 0),
        price_centavos integer,
        town text not null,
        note text,
        day text not null,
        half text not null check (half in ('morning', 'afternoon')),
        status text not null check (status in ('requested', 'agreed', 'declined', 'called_off')),
        ended_by ${id} references members on delete set null,
        reason text,
        created_at ${time} not null,
        updated_at ${time} not null
      ) ${end}`,
      `create unique index bookings_open_idx on bookings (post_id, day, half, requester_id)
        where status in ('requested', 'agreed')`,
      // That one has a condition: references are cleared by these.
      'create index bookings_post_id_idx on bookings (post_id)',
      'create index bookings_owner_id_idx on bookings (owner_id, day)',
      'create index bookings_requester_id_idx on bookings (requester_id, day)',
      'create index bookings_ended_by_idx on bookings (ended_by) where ended_by is not null',
      `create table half_days (
        post_id ${id} not null references posts on delete cascade,
        day text not null,
        half text not null check (half in ('morning', 'afternoon')),
        booking_id ${id} references bookings on delete cascade,
        primary key (post_id, day, half)
      ) ${end}`,
      `create unique index half_days_booking_id_idx on half_days (booking_id)
        where booking_id is not null`,
    ])
      await sql.raw(statement).execute(db);
  },
});
