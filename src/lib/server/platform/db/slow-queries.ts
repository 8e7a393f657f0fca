import type { LogConfig } from 'kysely';

const SLOW_MS = 200;

/** A query that took long. */
export interface SlowQuery {
  /** with placeholders: the values are the members' */
  sql: string;
  /** with the time that it waited for a lock */
  ms: number;
}

/** Called for each slow query, also for one that failed. */
export type OnSlowQuery = (query: SlowQuery) => void;

/** @returns Kysely's setting that reports slow queries; without a callback it measures none */
export const reportSlowQueries = (onSlowQuery: OnSlowQuery | undefined): LogConfig =>
  onSlowQuery
    ? ({ query, queryDurationMillis: ms }) => {
        if (ms > SLOW_MS) onSlowQuery({ sql: query.sql, ms });
      }
    : [];
