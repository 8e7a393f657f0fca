import type { Executor, ReportTable } from '#lib/server/db/schema.ts';

/** @throws a unique violation for a member's second report of a post */
export const insertReport = (db: Executor, report: Omit<ReportTable, 'dismissed_at'>) =>
  db
    .insertInto('reports')
    .values({ ...report, dismissed_at: null })
    .execute();

export const findReport = (db: Executor, postId: string, reporterId: string) =>
  db
    .selectFrom('reports')
    .where('post_id', '=', postId)
    .where('reporter_id', '=', reporterId)
    .select('id')
    .executeTakeFirst();

/** The most reported first, also those of disabled members. */
export const listReportedPosts = (db: Executor, limit: number) =>
  db
    .selectFrom('reports as r')
    .innerJoin('posts as p', 'p.id', 'r.post_id')
    .innerJoin('members as m', 'm.id', 'p.author_id')
    .where('r.dismissed_at', 'is', null)
    .groupBy(['p.id', 'p.title', 'm.first_name', 'm.last_name', 'm.email', 'm.disabled_at'])
    .select(['p.id', 'p.title', 'm.first_name', 'm.last_name', 'm.email', 'm.disabled_at'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .orderBy('count', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute();

/** Oldest first. */
export async function listOpenReports(db: Executor, postIds: string[]) {
  if (postIds.length === 0) return [];
  return db
    .selectFrom('reports as r')
    .innerJoin('members as m', 'm.id', 'r.reporter_id')
    .where('r.dismissed_at', 'is', null)
    .where('r.post_id', 'in', postIds)
    .orderBy('r.id')
    .select(['r.post_id', 'r.reason', 'r.created_at', 'm.first_name', 'm.last_name', 'm.email'])
    .execute();
}

/**
 * @param now milliseconds since 1970
 * @returns how many there were
 */
export async function dismissReports(db: Executor, postId: string, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('reports')
    .set({ dismissed_at: now })
    .where('post_id', '=', postId)
    .where('dismissed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Counts the posts with open reports, also those of disabled members. */
export async function countReportedPosts(db: Executor): Promise<number> {
  const { count } = await db
    .selectFrom('reports')
    .where('dismissed_at', 'is', null)
    .select(({ fn }) => fn.count<number>('post_id').distinct().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
