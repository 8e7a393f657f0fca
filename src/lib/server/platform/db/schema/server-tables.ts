// Tables that coordinate the servers of a database.
import type { PageTag } from '#lib/server/platform/cache/page-policy.ts';

/** The number of changes per page tag, by which servers invalidate each other's caches. */
export interface CacheVersionTable {
  /** one of several rows per tag (db/transact.ts) */
  tag: `${PageTag}/${number}`;
  version: number;
}

/** Jobs that run on one of the servers of a database. */
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
  /** when it is due; while a server has the lease (jobs/run-job.ts), its end */
  run_at: number;
}

/**
 * The effect of work that would run too early if the clock were ahead. `ends`: people can redo it, with some trouble.
 * `erases`: it cannot be undone.
 */
export type Effect = 'ends' | 'erases';

/** The time up to which the clock is trusted with work of this effect (clock/clock-guard.ts). */
interface ClockMarkTable {
  effect: Effect;
  mark_at: number;
}

/** The row by which servers check whether the database accepts writes (health/write-probe.ts). */
interface WriteProbeTable {
  name: 'database';
  /** how often it was written */
  writes: number;
  /** when it was last written with a synchronous standby; null if never */
  copied_at: number | null;
}

export interface ServerTables {
  cache_versions: CacheVersionTable;
  jobs: JobTable;
  clock_marks: ClockMarkTable;
  write_probes: WriteProbeTable;
}
