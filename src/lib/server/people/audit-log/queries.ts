import type { ListQuery } from '#lib/contract/pagination.ts';
import type { Act } from '#lib/contract/people/audit-log.ts';
import type { AuditLogTable, Executor } from '#lib/server/platform/db/schema.ts';

export const insertAct = (db: Executor, act: AuditLogTable) =>
  db.insertInto('audit_log').values(act).execute();

/** Whether the log has an action on a target. */
export async function hasAct(db: Executor, act: Act, targetId: string): Promise<boolean> {
  const row = await db
    .selectFrom('audit_log')
    .where('act', '=', act)
    .where('target_id', '=', targetId)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns how often an actor has taken an action since a time, milliseconds since 1970 */
export async function countActs(
  db: Executor,
  { actorId, act, since }: { actorId: string; act: string; since: number },
): Promise<number> {
  const { count } = await db
    .selectFrom('audit_log')
    .where('actor_id', '=', actorId)
    .where('act', '=', act as Act)
    .where('created_at', '>', since)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Lists the kinds of actions about members. */
export const listActsOn = (db: Executor, memberIds: string[]) =>
  db
    .selectFrom('audit_log')
    .where('member_id', 'in', memberIds)
    .select(['act', 'member_id'])
    .distinct()
    .execute();

/** Sets the member of earlier actions about an applicant, so that the log of a member includes their admission. */
export const setActMember = (
  db: Executor,
  { act, actorId, targetId }: { act: Act; actorId: string; targetId: string },
  memberId: string,
) =>
  db
    .updateTable('audit_log')
    .set({ member_id: memberId })
    .where('actor_id', '=', actorId)
    .where('act', '=', act)
    .where('target_id', '=', targetId)
    .execute();

/** @param before milliseconds since 1970 */
export const deleteActs = (db: Executor, before: number) =>
  db.deleteFrom('audit_log').where('created_at', '<', before).execute();

/** Removes the free text of all actions about members. */
export const clearReasons = (db: Executor, memberIds: string[]) =>
  db
    .updateTable('audit_log')
    .set({ reason: null })
    .where('member_id', 'in', memberIds)
    .where('reason', 'is not', null)
    .execute();

/** Filters the log; null means all. */
interface Filter {
  act: Act | null;
  /** of the actor, or of the affected member */
  memberIds: string[] | null;
}

/** Lists log entries with current names, newest first. */
export const listActs = (db: Executor, { act, memberIds }: Filter, { cursor, limit }: ListQuery) =>
  db
    .selectFrom('audit_log as l')
    .leftJoin('members as actor', 'actor.id', 'l.actor_id')
    .leftJoin('members as m', 'm.id', 'l.member_id')
    .$if(act !== null, (query) => query.where('l.act', '=', act as Act))
    .$if(memberIds !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('l.actor_id', 'in', memberIds as string[]),
          eb('l.member_id', 'in', memberIds as string[]),
        ]),
      ),
    )
    .$if(cursor !== null, (query) => query.where('l.id', '<', cursor as string))
    .orderBy('l.id', 'desc')
    .limit(limit)
    .selectAll('l')
    .select([
      'actor.first_name as actor_first_name',
      'actor.last_name as actor_last_name',
      'm.first_name as member_first_name',
      'm.last_name as member_last_name',
    ])
    .execute();
