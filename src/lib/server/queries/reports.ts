import type { Executor, ReportTable } from '#lib/server/db/schema.ts';

/** Keeps a report. @throws a unique violation for the second of a member on a post */
export const insertReport = (db: Executor, report: ReportTable) =>
  db.insertInto('reports').values(report).execute();
