import type { ColumnTypes } from '#lib/server/platform/db/migrations/column-types.ts';

/** Exports, accounts to be erased, and leftovers that a job removes. */
export const privacyTables = ({ id, time, end }: ColumnTypes): string[] => [
  `create table exports (
    id ${id} primary key,
    member_id ${id} not null references members on delete cascade,
    file_key text unique,
    bytes ${time},
    requested_at ${time} not null,
    run_at ${time} not null,
    attempts integer not null default 0,
    ready_at ${time},
    expires_at ${time},
    check ((file_key is null) = (expires_at is null))
  ) ${end}`,
  `create index exports_member_id_idx on exports (member_id, id)`,
  `create index exports_run_at_idx on exports (run_at) where file_key is null`,
  `create index exports_expires_at_idx on exports (expires_at)`,
  `create table deletions (
    member_id ${id} primary key references members on delete cascade,
    requested_at ${time} not null,
    erase_at ${time} not null
  ) ${end}`,
  `create index deletions_erase_at_idx on deletions (erase_at)`,
  // Without references: the rows that named the files are deleted.
  `create table leftovers (key text primary key) ${end}`,
];
