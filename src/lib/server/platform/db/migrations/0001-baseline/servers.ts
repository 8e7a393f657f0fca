import type { ColumnTypes } from '#lib/server/platform/db/migrations/column-types.ts';

/** Tables that coordinate the servers of a database. */
export const serverTables = ({ time, end }: ColumnTypes): string[] => [
  `create table cache_versions (tag text primary key, version integer not null) ${end}`,
  // So that one of several servers runs a job.
  `create table jobs (name text primary key, run_at ${time} not null) ${end}`,
  // Compared with the clock before work that a wrong clock would ruin.
  `create table clock_marks (effect text primary key, mark_at ${time} not null) ${end}`,
  // A row by which each server checks whether the database accepts writes.
  `create table write_probes (
    name text primary key,
    writes ${time} not null,
    copied_at ${time}
  ) ${end}`,
];
