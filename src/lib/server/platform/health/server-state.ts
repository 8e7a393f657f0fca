/** What keeps a server from doing all its work; each is an error code. */
export type Problem = 'unavailable' | 'storage_full' | 'database_damaged' | 'clock_jumped';

/** The state of a running server, for `/readyz`. */
export interface ServerState {
  /** it is closing */
  draining: boolean;
  /** by what has them */
  problems: Map<'disk' | 'bucket' | 'database' | 'invalidation' | 'clock', Problem>;
}
