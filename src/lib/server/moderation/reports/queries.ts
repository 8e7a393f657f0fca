import type { ReportKind } from '#lib/contract/moderation/moderation.ts';
import type { Executor, ReportTable } from '#lib/server/platform/db/schema.ts';

const COLUMNS = { post: 'post_id', comment: 'comment_id', member: 'member_id' } as const;

/** A report before the decision. */
type NewReport = Pick<ReportTable, 'id' | 'reporter_id' | 'reason' | 'created_at'>;

/** @throws a unique violation for a member's second open report of a subject */
export const insertReport = (
  db: Executor,
  kind: ReportKind,
  subjectId: string,
  report: NewReport,
) => {
  const subject = { post_id: null, comment_id: null, member_id: null, [COLUMNS[kind]]: subjectId };
  return db
    .insertInto('reports')
    .values({ ...subject, ...report, dismissed_at: null })
    .execute();
};

/** When the text of a subject last changed; 0 for a member. */
async function findEditedAt(db: Executor, kind: ReportKind, id: string): Promise<number> {
  if (kind === 'post') {
    const post = await db
      .selectFrom('posts')
      .where('id', '=', id)
      .select('updated_at')
      .executeTakeFirst();
    return post?.updated_at ?? 0;
  }
  if (kind === 'member') return 0;
  const comment = await db
    .selectFrom('comments')
    .where('id', '=', id)
    .select('edited_at')
    .executeTakeFirst();
  return comment?.edited_at ?? 0;
}

/** Whether a member has an open report of a subject's current version. */
export async function hasOpenReport(
  db: Executor,
  kind: ReportKind,
  subjectId: string,
  reporterId: string,
): Promise<boolean> {
  const open = await db
    .selectFrom('reports')
    .where(COLUMNS[kind], '=', subjectId)
    .where('reporter_id', '=', reporterId)
    .where('dismissed_at', 'is', null)
    .where('created_at', '>=', await findEditedAt(db, kind, subjectId))
    .select('id')
    .executeTakeFirst();
  return open !== undefined;
}

/** Closes a member's open report of a subject, because a newer one replaces it. Staff see both. */
export const replaceReport = (
  db: Executor,
  kind: ReportKind,
  subjectId: string,
  { reporter_id, created_at }: NewReport,
) =>
  db
    .updateTable('reports')
    .set({ dismissed_at: created_at })
    .where(COLUMNS[kind], '=', subjectId)
    .where('reporter_id', '=', reporter_id)
    .where('dismissed_at', 'is', null)
    .execute();

/**
 * Lists reported subjects, including those of disabled members.
 * @param isMostFirst most reported first, instead of oldest first
 */
export const listReported = (db: Executor, limit: number, isMostFirst: boolean) =>
  db
    .selectFrom('reports')
    .where('dismissed_at', 'is', null)
    .groupBy(['post_id', 'comment_id', 'member_id'])
    .select(['post_id', 'comment_id', 'member_id'])
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('first_at')])
    .$if(isMostFirst, (query) => query.orderBy('count', 'desc'))
    .orderBy('first_at')
    .limit(limit)
    .execute();

/** Open and closed reports with the reporters, oldest first. */
export async function listReports(db: Executor, kind: ReportKind, ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('reports as r')
    .innerJoin('members as m', 'm.id', 'r.reporter_id')
    .where(`r.${COLUMNS[kind]}`, 'in', ids)
    .orderBy('r.id')
    .select(['r.reason', 'r.created_at', 'r.dismissed_at'])
    .select(['m.first_name', 'm.last_name', 'm.email'])
    .select((eb) => eb.ref(`r.${COLUMNS[kind]}`).$castTo<string>().as('subject_id'))
    .execute();
}

/** The number of reports about a member and their content. */
export async function countReceived(db: Executor, memberId: string): Promise<number> {
  const { count } = await db
    .selectFrom('reports as r')
    .leftJoin('posts as p', 'p.id', 'r.post_id')
    .leftJoin('comments as c', 'c.id', 'r.comment_id')
    .where((eb) =>
      eb.or([
        eb('r.member_id', '=', memberId),
        eb('p.author_id', '=', memberId),
        eb('c.member_id', '=', memberId),
      ]),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The number of subjects with open reports. */
export async function countReported(db: Executor): Promise<number> {
  const subjects = db
    .selectFrom('reports')
    .where('dismissed_at', 'is', null)
    .groupBy(['post_id', 'comment_id', 'member_id'])
    .select('post_id');
  const { count } = await db
    .selectFrom(subjects.as('subjects'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Closes the open reports of a subject.
 * @param now milliseconds since 1970
 * @returns how many were open
 */
export async function dismissReports(
  db: Executor,
  kind: ReportKind,
  subjectId: string,
  now: number,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('reports')
    .set({ dismissed_at: now })
    .where(COLUMNS[kind], '=', subjectId)
    .where('dismissed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
