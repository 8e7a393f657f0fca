import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** Who fetches what is listed, when, and how it went; what they write to each other. */
export const pickups = (dialect: DialectName): Migration => ({
  async up(db) {
    const { id, time, end } = COLUMN_TYPES[dialect];
    for (const statement of [
      // What was handed over stays when the post or a member is gone.
      `create table pickups (
        id ${id} primary key,
        post_id ${id} references posts on delete set null,
        owner_id ${id} references members on delete set null,
        requester_id ${id} references members on delete set null,
        kind text not null check (kind in ('offer', 'need', 'service')),
        material text not null,
        town text not null,
        amount integer check (amount > 0),
        unit text check (unit in ('kg', 'sack', 'bundle', 'bale', 'truckload', 'piece')),
        day text not null,
        requester_town text,
        vehicle text,
        note text,
        place text,
        status text not null
          check (status in ('requested', 'agreed', 'declined', 'called_off', 'done')),
        ended_by ${id} references members on delete set null,
        reason text,
        owner_coming integer check (owner_coming in (0, 1)),
        requester_coming integer check (requester_coming in (0, 1)),
        owner_result text check (owner_result in ('taken', 'part', 'not')),
        requester_result text check (requester_result in ('taken', 'part', 'not')),
        owner_kg integer check (owner_kg >= 0),
        requester_kg integer check (requester_kg >= 0),
        owner_reason text check (owner_reason in ('no_show', 'not_as_said', 'other')),
        requester_reason text check (requester_reason in ('no_show', 'not_as_said', 'other')),
        kg integer check (kg >= 0),
        reminded_at ${time},
        created_at ${time} not null,
        updated_at ${time} not null,
        agreed_at ${time}
      ) ${end}`,
      `create unique index pickups_open_idx on pickups (post_id, requester_id)
        where status in ('requested', 'agreed')`,
      // That one has conditions: references are cleared, and sums made, by this one.
      `create index pickups_post_id_idx on pickups (post_id)`,
      // All that the public sums read.
      `create index pickups_kg_idx on pickups (material, town, day, kg) where kg > 0`,
      `create index pickups_owner_idx on pickups (owner_id, day, id)`,
      `create index pickups_requester_idx on pickups (requester_id, day, id)`,
      `create index pickups_status_idx on pickups (status, day)`,
      `create table pickup_messages (
        id ${id} primary key,
        pickup_id ${id} not null references pickups on delete cascade,
        member_id ${id} references members on delete set null,
        content text not null,
        created_at ${time} not null
      ) ${end}`,
      `create index pickup_messages_pickup_id_idx on pickup_messages (pickup_id, id)`,
    ])
      await sql.raw(statement).execute(db);
  },
});
