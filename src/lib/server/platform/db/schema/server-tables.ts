// What the servers of a database share, of no noun.
import type { PageTag } from '#lib/server/platform/cache/page-policy.ts';

/** The number of changes per page tag, by which servers invalidate each other's caches. */
export interface CacheVersionTable {
  /** one of several rows of a tag (db/transact.ts) */
  tag: `${PageTag}/${number}`;
  version: number;
}

/** The jobs that one of the servers of a database runs. */
export type JobName =
  | 'alert_check'
  | 'backup'
  | 'broadcasts'
  | 'cleanup'
  | 'digests'
  | 'draw_back'
  | 'erasures'
  | 'exports'
  | 'import_invitations'
  | 'listing_check'
  | 'saved_posts';

interface JobTable {
  name: JobName;
  /** when it is due; while a server has a lease (jobs/run-job.ts), the lease's end */
  run_at: number;
}

/**
 * What would be done too early under a clock that is ahead. `ends`: people can begin it again, though with trouble.
 * `erases`: it cannot be brought back.
 */
export type Effect = 'ends' | 'erases';

/** The time up to which the clock is trusted with work of this effect (clock/clock-guard.ts). */
interface ClockMarkTable {
  effect: Effect;
  mark_at: number;
}

/** The row by which each server finds out whether the database takes writes (health/write-probe.ts). */
interface WriteProbeTable {
  name: 'database';
  /** how often it was written */
  writes: number;
  /** when it was last written with a synchronous standby; null: never */
  copied_at: number | null;
}

export interface ServerTables {
  cache_versions: CacheVersionTable;
  jobs: JobTable;
  clock_marks: ClockMarkTable;
  write_probes: WriteProbeTable;
}
