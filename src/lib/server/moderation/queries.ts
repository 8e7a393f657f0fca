import type { DecisionList } from '#lib/contract/moderation/moderation.ts';
import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import type {
  Executor,
  ModerationDecisionTable,
  ModerationReasonTable,
  SuspensionTable,
} from '#lib/server/platform/db/schema.ts';
import { ATTACHMENTS } from '#lib/server/platform/images/queries.ts';

export const insertDecision = (db: Executor, decision: ModerationDecisionTable) =>
  db.insertInto('moderation_decisions').values(decision).execute();

/** Decisions `d` with the member `m`, the staff member, and the item in quarantine. */
const staffDecisions = (db: Executor) =>
  db
    .selectFrom('moderation_decisions as d')
    .leftJoin('members as m', 'm.id', 'd.member_id')
    .leftJoin('members as actor', 'actor.id', 'd.actor_id')
    .leftJoin('quarantine as q', 'q.decision_id', 'd.id')
    .selectAll('d')
    .select([
      ...MEMBER_COLUMNS,
      'actor.first_name as actor_first_name',
      'actor.last_name as actor_last_name',
      'q.id as quarantine_id',
    ])
    // Selected under another name, as `m` has a column of the same name.
    .select('d.member_id as moderated_id');

export type StaffDecisionRow = Awaited<ReturnType<typeof listDecisions>>[number];

const repliedDecisions = (db: Executor) =>
  staffDecisions(db)
    .where('d.replied_at', 'is not', null)
    .where('d.responded_at', 'is', null)
    // Replies of erased members have no text.
    .where('d.reply', 'is not', null);

/** Those with an open reply, the oldest reply first. */
export const listReplied = (db: Executor, limit: number) =>
  repliedDecisions(db).orderBy('d.replied_at').orderBy('d.id').limit(limit).execute();

/** Newest first. */
export const listDecisions = (db: Executor, { cursor, limit, state }: DecisionList) =>
  (state === 'replied' ? repliedDecisions(db) : staffDecisions(db))
    .$if(cursor !== null, (query) => query.where('d.id', '<', cursor ?? ''))
    .orderBy('d.id', 'desc')
    .limit(limit)
    .execute();

/** Decisions about a member, newest first. */
export const listHistory = (db: Executor, memberId: string, limit: number) =>
  staffDecisions(db)
    .where('d.member_id', '=', memberId)
    .orderBy('d.id', 'desc')
    .limit(limit)
    .execute();

export const findStaffDecision = (db: Executor, id: string) =>
  staffDecisions(db).where('d.id', '=', id).executeTakeFirst();

/** Decisions that a member was notified of, newest first. */
export const listOwnDecisions = (db: Executor, memberId: string) =>
  db
    .selectFrom('moderation_decisions')
    .where('member_id', '=', memberId)
    .where('kind', '!=', 'stays')
    .orderBy('id', 'desc')
    .selectAll()
    .execute();

export const findDecision = (db: Executor, id: string) =>
  db.selectFrom('moderation_decisions').where('id', '=', id).selectAll().executeTakeFirst();

/** Stores the member's reply. @returns false when there already is one */
export async function setReply(
  db: Executor,
  { id, memberId }: { id: string; memberId: string },
  reply: { reply: string; replied_at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('moderation_decisions')
    .set(reply)
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('replied_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Stores the response to a reply. @returns false when there already is one */
export async function setResponse(
  db: Executor,
  id: string,
  response: { response: string; responded_at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('moderation_decisions')
    .set(response)
    .where('id', '=', id)
    .where('replied_at', 'is not', null)
    .where('responded_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** @returns false when it was already reversed */
export async function setReversed(db: Executor, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('moderation_decisions')
    .set({ reversed_at: now })
    .where('id', '=', id)
    .where('reversed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** @returns false when the photo or name was already restored or allowed */
export async function setReopened(db: Executor, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('moderation_decisions')
    .set({ reopened_at: now })
    .where('id', '=', id)
    .where('reversed_at', 'is', null)
    .where('reopened_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** The number of replies without a response. */
export async function countReplies(db: Executor): Promise<number> {
  const { count } = await db
    .selectFrom('moderation_decisions')
    .where('replied_at', 'is not', null)
    .where('responded_at', 'is', null)
    .where('reply', 'is not', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Decisions since a time, for counting; names no members. */
export const listForSummary = (db: Executor, since: number) =>
  db
    .selectFrom('moderation_decisions')
    .where('created_at', '>=', since)
    .orderBy('id', 'desc')
    .select(['kind', 'reason', 'created_at', 'reversed_at', 'replied_at'])
    .execute();

/** Suspends a member, or changes the end of the suspension. */
export const upsertSuspension = (db: Executor, row: SuspensionTable) =>
  db
    .insertInto('suspensions')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('member_id').doUpdateSet({ decision_id: row.decision_id, until: row.until }),
    )
    .execute();

/** @returns whether the suspension was by this decision */
export async function deleteSuspension(db: Executor, decisionId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('suspensions')
    .where('decision_id', '=', decisionId)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** A member's name, email and state, for staff and for emails. */
export const findContact = (db: Executor, memberId: string) =>
  db
    .selectFrom('members as m')
    .where('m.id', '=', memberId)
    .select([...MEMBER_COLUMNS, 'm.middle_name', 'm.email', 'm.disabled_at', 'm.joined_at'])
    .executeTakeFirst();

/**
 * Clears texts about members before their rows are deleted: decisions stay for the figures. Quarantined content is
 * deleted with the members.
 */
export const clearDecisions = (db: Executor, memberIds: string[]) =>
  db
    .updateTable('moderation_decisions')
    .set({ subject_id: null, excerpt: '', note: '', reply: null, response: null })
    .where('member_id', 'in', memberIds)
    .execute();

/** In order. */
export const listReasons = (db: Executor) =>
  db.selectFrom('moderation_reasons').orderBy('position').orderBy('id').selectAll().execute();

export const findReason = (db: Executor, id: string) =>
  db.selectFrom('moderation_reasons').where('id', '=', id).select('text').executeTakeFirst();

/** @throws a unique violation when it exists */
export const insertReason = (db: Executor, reason: ModerationReasonTable) =>
  db.insertInto('moderation_reasons').values(reason).execute();

/** @returns whether it existed; @throws a unique violation when another reason has this text */
export async function updateReason(db: Executor, id: string, text: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('moderation_reasons')
    .set({ text })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function deleteReason(db: Executor, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('moderation_reasons')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** The columns of a member that staff see. */
const STAFF_COLUMNS = [
  ...MEMBER_COLUMNS,
  'm.email',
  'm.disabled_at',
  'm.joined_at',
  'x.until as suspended_until',
] as const;

/** Posts with their authors, including disabled ones. */
export const listPostSubjects = async (db: Executor, ids: string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('posts as p')
        .innerJoin('members as m', 'm.id', 'p.author_id')
        .leftJoin('suspensions as x', 'x.member_id', 'm.id')
        .where('p.id', 'in', ids)
        .select([
          ...STAFF_COLUMNS,
          'p.id',
          'p.title',
          'p.description as content',
          'p.id as post_id',
        ])
        .select((eb) =>
          eb
            .selectFrom('attachments as a')
            .whereRef('a.post_id', '=', 'p.id')
            .select(ATTACHMENTS)
            .as('images'),
        )
        .execute();

/** Comments with their authors, including disabled ones. */
export const listCommentSubjects = async (db: Executor, ids: string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('comments as c')
        .innerJoin('members as m', 'm.id', 'c.member_id')
        .leftJoin('suspensions as x', 'x.member_id', 'm.id')
        .where('c.id', 'in', ids)
        .select([...STAFF_COLUMNS, 'c.id', 'c.content', 'c.post_id'])
        .execute();

/** Members, including disabled ones. */
export const listMemberSubjects = async (db: Executor, ids: string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('members as m')
        .leftJoin('suspensions as x', 'x.member_id', 'm.id')
        .where('m.id', 'in', ids)
        .select([...STAFF_COLUMNS, 'm.id'])
        .execute();
