import type { ColumnTypes } from '#lib/server/platform/db/migrations/column-types.ts';

/** What the servers of a database share, of no noun. */
export const serverTables = ({ time, end }: ColumnTypes): string[] => [
  `create table cache_versions (tag text primary key, version integer not null) ${end}`,
  // Several servers on one database run a job once.
  `create table jobs (name text primary key, run_at ${time} not null) ${end}`,
  // What the clock is compared with, before what a wrong clock would destroy.
  `create table clock_marks (effect text primary key, mark_at ${time} not null) ${end}`,
  // The row by which each server finds out whether the database takes writes.
  `create table write_probes (
    name text primary key,
    writes ${time} not null,
    copied_at ${time}
  ) ${end}`,
];
