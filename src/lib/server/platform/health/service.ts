import { operatorCommand } from '#lib/server/platform/config/operator-command.ts';
import type { Services } from '#lib/server/platform/context.ts';

/** What may keep a server from doing all its work; each is an error code. */
export const PROBLEMS = [
  'unavailable',
  'storage_full',
  'database_damaged',
  'clock_jumped',
] as const;

export type Problem = (typeof PROBLEMS)[number];

/** The state of a running server, for `/readyz`. */
export interface ServerState {
  /** it is closing */
  draining: boolean;
  /** by what has them */
  problems: Map<Source, Problem>;
  /** there was a second copy of all that is written, and now there is none */
  isCopyMissing: boolean;
}

/** What keeps a server from doing all its work, or may soon, and what the operator can do. */
interface Report<Code> {
  code: Code;
  error: string;
}

const CLOSING: Report<Problem> = {
  code: 'unavailable',
  error: 'This server is stopping: use another one, or wait until it has started again.',
};

const WRITES: Record<Services['dialect'], string> = {
  sqlite: 'Nothing can be written to the database: end what else writes to it, or check its disk.',
  postgres:
    'PostgreSQL takes no writes, or all connections of this server are in use: see writes_failed in the log. Start PostgreSQL, check DATABASE_URL, the network and its disk, look whether a standby hangs, or end queries that take long.',
};

/** By what has the problem, the most important first. */
const sentencesOf = (dialect: Services['dialect']) => ({
  writes: WRITES[dialect],
  disk: 'Nothing can be written to DATA_DIR: free space on its disk, or let this user write there.',
  bucket: 'The bucket of STORAGE_URL is full: delete something from it, or rent more room.',
  invalidation:
    'Changes by other servers cannot be read, so that guests may see old pages: look whether the database is up, and PostgreSQL has free connections (max_connections).',
  database: `The database is damaged: stop the server, and restore a backup with \`${operatorCommand} restore\`.`,
  clock: `The clock is more than a day from the time that the site knows, or minutes from the database’s, so that nothing is deleted or ended: set the clock. If it is right, as the site was off for long, wait a day, or run \`${operatorCommand} confirm-clock\`.`,
});

type Source = keyof ReturnType<typeof sentencesOf>;

/** @returns what keeps the server from doing all its work, the most important first */
export function listProblems(
  dialect: Services['dialect'],
  { draining, problems }: ServerState,
): Report<Problem>[] {
  const sentences = Object.entries(sentencesOf(dialect)) as [Source, string][];
  const reports = sentences.flatMap(([source, error]) => {
    const code = problems.get(source);
    return code ? [{ code, error }] : [];
  });
  return draining ? [CLOSING, ...reports] : reports;
}

/** What to do about a second copy that is missing. */
export const COPY_MISSING =
  'No standby has a copy of what is written now: the loss of the primary would lose it. Look at the standbys (`patronictl list`). If there will be none, this ends after a week.';

/** @returns what may soon keep it from that */
export const listWarnings = ({ isCopyMissing }: ServerState): Report<'second_copy_missing'>[] =>
  isCopyMissing ? [{ code: 'second_copy_missing', error: COPY_MISSING }] : [];
