import type { Services } from '#lib/server/platform/context.ts';
import { isUnavailable } from '#lib/server/platform/to-app-error.ts';

import { ping } from './queries.ts';

/** What keeps a server from doing all its work; each is an error code. */
type Problem = 'unavailable' | 'storage_full' | 'database_damaged' | 'clock_jumped';

/** The state of a running server, for `/readyz`. */
export interface ServerState {
  /** it is closing */
  draining: boolean;
  /** by what has them */
  problems: Map<'disk' | 'bucket' | 'database' | 'invalidation' | 'clock', Problem>;
}

/** What keeps a server from doing all its work, and what the operator can do. */
interface ReportedProblem {
  code: Problem;
  error: string;
}

const CLOSING: ReportedProblem = {
  code: 'unavailable',
  error: 'This server is stopping: use another one, or wait until it has started again.',
};

const DATABASE_AWAY: Record<Services['dialect'], ReportedProblem> = {
  sqlite: {
    code: 'unavailable',
    error:
      'The database is locked or cannot be read: end what else writes to it, or check its disk.',
  },
  postgres: {
    code: 'unavailable',
    error:
      'PostgreSQL does not respond, or all connections of this server are in use: start PostgreSQL, check DATABASE_URL and the network, or end queries that take long.',
  },
};

/** By what has the problem. */
const SENTENCES = {
  disk: 'Nothing can be written to DATA_DIR: free space on its disk, or let this user write there.',
  bucket: 'The bucket of STORAGE_URL is full: delete something from it, or rent more room.',
  invalidation:
    'Changes by other servers cannot be read, so that guests may see old pages: look whether the database is up, and PostgreSQL has free connections (max_connections).',
  database:
    'The database is damaged: stop the server, and restore a backup with `npm run operator -- restore`.',
  clock:
    'The clock is more than a day from the time that the site knows, or minutes from the database’s, so that nothing is deleted or ended: set the clock. If it is right, as the site was off for long, wait a day, or run `npm run operator -- confirm-clock`.',
};

/** @throws any other error of the database */
async function isDatabaseAway({ db }: Services): Promise<boolean> {
  try {
    await ping(db);
    return false;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return true;
  }
}

/**
 * Looks whether the server can do all its work.
 * @returns what keeps it from that, the most important first
 * @throws an unknown error of the database
 */
export async function findProblems(
  services: Services,
  state: ServerState,
): Promise<ReportedProblem[]> {
  const { draining, problems } = state;
  const isAway = !draining && (await isDatabaseAway(services));
  return [
    ...(draining ? [CLOSING] : []),
    ...(isAway ? [DATABASE_AWAY[services.dialect]] : []),
    ...Array.from(problems, ([source, code]) => ({ code, error: SENTENCES[source] })),
  ];
}
