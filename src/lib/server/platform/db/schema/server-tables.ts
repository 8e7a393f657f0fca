// Tables that coordinate the servers of a database.
import type { SiteCheckName } from '#lib/contract/app/site-checks.ts';
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
  | 'heartbeat'
  | 'import_invitations'
  | 'listing_check'
  | 'saved_posts'
  | 'site_check';

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

/** The latest time that a check of the site found something wrong (app/site-alerts). */
export interface SiteAlertTable {
  key: SiteCheckName;
  /** when it was first found */
  since: number;
  /** when staff were last notified; null before it was found twice */
  notified_at: number | null;
  /** null while it lasts */
  ended_at: number | null;
  /** what `ALERT_URL` has yet to get */
  unposted: AlertPhase | null;
}

/** What there is to say about something wrong. */
export type AlertPhase = 'begins' | 'lasts' | 'ends';

/** What staff set for the site; no row for a new one. A single row, whose id is 1. */
interface SiteSettingsTable {
  id: 1;
  /** rises with each change */
  version: number;
  /** JSON of `SiteSettings` (lib/site.ts) */
  settings: string;
  /** a new contact, until its code is entered; null without one */
  pending_contact: string | null;
  code_hmac: string | null;
  code_expires_at: number | null;
}

export interface ServerTables {
  site_settings: SiteSettingsTable;
  cache_versions: CacheVersionTable;
  jobs: JobTable;
  clock_marks: ClockMarkTable;
  write_probes: WriteProbeTable;
  site_alerts: SiteAlertTable;
}
