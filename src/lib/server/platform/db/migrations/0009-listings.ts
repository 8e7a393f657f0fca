import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { COLUMN_TYPES } from './column-types.ts';

/** What a post offers, needs or serves: one row beside it. */
export const listings = (dialect: DialectName): Migration => ({
  async up(db) {
    const { id, time, end } = COLUMN_TYPES[dialect];
    for (const statement of [
      `create table listings (
        post_id ${id} primary key references posts on delete cascade,
        kind text not null check (kind in ('offer', 'need', 'service')),
        material text not null,
        amount integer check (amount > 0),
        unit text check (unit in ('kg', 'sack', 'bundle', 'bale', 'truckload', 'piece')),
        amount_left integer check (amount_left between 0 and amount),
        condition text check (condition in ('dry', 'damp', 'wet', 'fresh')),
        terms text check (terms in ('free', 'price', 'trade')),
        price_centavos integer check (price_centavos > 0),
        town text not null,
        barangay text,
        ready_on text,
        until text not null,
        truck_access integer not null check (truck_access in (0, 1)),
        loading_help integer not null check (loading_help in (0, 1)),
        status text not null
          check (status in ('open', 'promised', 'gone', 'expired', 'withdrawn')),
        remind_on text,
        created_at ${time} not null,
        updated_at ${time} not null,
        check ((amount is null) = (amount_left is null)),
        check (unit is not null or (amount is null and price_centavos is null)),
        check ((coalesce(terms, '') = 'price') = (price_centavos is not null))
      ) ${end}`,
      // Open ones of a town newest first, also of a material; of a material, and of all; then those that end first, which
      // also expire first. Each has what lists choose by, so that only what is listed is read from the table.
      `create index listings_town_idx on listings (status, town, post_id, material, kind, terms)`,
      `create index listings_material_town_idx on listings (status, material, town, post_id, kind, terms)`,
      `create index listings_material_idx on listings (status, material, post_id, kind, town, terms)`,
      `create index listings_status_idx on listings (status, post_id, kind, town, terms)`,
      `create index listings_until_idx on listings (status, until, post_id, material, kind, town, terms)`,
      `create index listings_remind_on_idx on listings (remind_on) where remind_on is not null`,
      `alter table members add column town text`,
    ])
      await sql.raw(statement).execute(db);
  },
});
