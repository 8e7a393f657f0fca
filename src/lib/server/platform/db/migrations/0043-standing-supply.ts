import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

const IS_OPEN = "status in ('requested', 'agreed')";

/** Listings that repeat, their rounds, and who takes part of each. */
export const standingSupply = (dialect: DialectName): Migration => ({
  async up(db) {
    const { id, time, end } = COLUMN_TYPES[dialect];
    for (const statement of [
      `alter table listings add column repeat_weeks integer check (repeat_weeks in (1, 2, 4))`,
      `alter table listings add column repeat_from text`,
      `alter table listings add column rounds_due_on text`,
      `create index listings_rounds_due_on_idx on listings (rounds_due_on)
        where repeat_weeks is not null`,
      `create table listing_rounds (
        post_id ${id} not null references listings on delete cascade,
        day text not null,
        amount integer not null check (amount > 0),
        amount_left integer not null check (amount_left between 0 and amount),
        created_at ${time} not null,
        primary key (post_id, day)
      ) ${end}`,
      `create table standing_pickups (
        id ${id} primary key,
        post_id ${id} not null references posts on delete cascade,
        owner_id ${id} not null references members on delete cascade,
        requester_id ${id} not null references members on delete cascade,
        amount integer not null check (amount > 0),
        first_on text not null,
        agreed_at ${time},
        ended_at ${time},
        ended_by ${id} references members on delete set null,
        created_at ${time} not null
      ) ${end}`,
      `create unique index standing_pickups_open_idx on standing_pickups (post_id, requester_id)
        where ended_at is null`,
      // That one has a condition: references are cleared by these.
      `create index standing_pickups_post_id_idx on standing_pickups (post_id)`,
      `create index standing_pickups_owner_id_idx on standing_pickups (owner_id)`,
      `create index standing_pickups_requester_id_idx on standing_pickups (requester_id)`,
      `create index standing_pickups_ended_by_idx on standing_pickups (ended_by)
        where ended_by is not null`,
      `alter table pickups add column of_round integer check (of_round = 1)`,
      // No reference: PostgreSQL would check it while the deletion of a post is under way, in any order.
      `alter table pickups add column standing_id ${id}`,
      // One open pickup a member, of a listing or of each of its rounds.
      `drop index pickups_open_idx`,
      `create unique index pickups_open_idx on pickups (post_id, requester_id)
        where ${IS_OPEN} and of_round is null`,
      `create unique index pickups_round_idx on pickups (post_id, requester_id, day)
        where ${IS_OPEN} and of_round = 1`,
      `create unique index pickups_standing_idx on pickups (standing_id, day)
        where standing_id is not null`,
    ])
      await sql.raw(statement).execute(db);
  },
});
