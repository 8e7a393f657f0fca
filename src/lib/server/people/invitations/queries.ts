import type { ListQuery } from '#lib/contract/pagination.ts';
import type { Executor, InvitationTable } from '#lib/server/platform/db/schema.ts';

export const insertInvitation = (db: Executor, invitation: InvitationTable) =>
  db.insertInto('invitations').values(invitation).execute();

/** @returns how many people can join with the invitations that an actor made since a time, milliseconds since 1970 */
export async function countUses(db: Executor, actorId: string, since: number): Promise<number> {
  const { uses } = await db
    .selectFrom('invitations')
    .where('created_by', '=', actorId)
    .where('created_at', '>', since)
    .where('revoked_at', 'is', null)
    .select((eb) => eb.fn.sum<number | string | null>('max_uses').as('uses'))
    .executeTakeFirstOrThrow();
  return Number(uses ?? 0);
}

/** The base of queries by staff: invitations with their authors. */
const invitationsWithMaker = (db: Executor) =>
  db
    .selectFrom('invitations as i')
    .leftJoin('members as m', 'm.id', 'i.created_by')
    .selectAll('i')
    .select(['m.first_name', 'm.last_name']);

/** An invitation with the name of its author. */
export type InvitationRow = Awaited<ReturnType<typeof listInvitations>>[number];

/** Newest first. */
export const listInvitations = (db: Executor, { cursor, limit }: ListQuery) =>
  invitationsWithMaker(db)
    .$if(cursor !== null, (query) => query.where('i.id', '<', cursor ?? ''))
    .orderBy('i.id', 'desc')
    .limit(limit)
    .execute();

export const findInvitation = (db: Executor, id: string) =>
  invitationsWithMaker(db).where('i.id', '=', id).executeTakeFirst();

/**
 * Finds a valid invitation.
 * @param today YYYY-MM-DD
 */
export const findOpenInvitation = (db: Executor, codeHash: string, today: string) =>
  db
    .selectFrom('invitations')
    .where('code_hash', '=', codeHash)
    .where('revoked_at', 'is', null)
    .where('until', '>=', today)
    .whereRef('uses', '<', 'max_uses')
    .select(['id', 'role'])
    .executeTakeFirst();

/**
 * Counts one use in the transaction of the new member: the row stays locked, so no more people join than allowed.
 * @returns undefined when it is used up or revoked
 */
export const takeUse = (db: Executor, id: string) =>
  db
    .updateTable('invitations')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .whereRef('uses', '<', 'max_uses')
    .returning('id')
    .executeTakeFirst();

/** @returns undefined when it was already revoked */
export const revokeInvitation = (db: Executor, id: string, now: number) =>
  db
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();

/** Members who joined with an invitation, newest first. */
export const listInvitedMembers = (db: Executor, invitationId: string) =>
  db
    .selectFrom('applications as a')
    .innerJoin('members as m', 'm.id', 'a.member_id')
    .where('a.invitation_id', '=', invitationId)
    .orderBy('m.id', 'desc')
    .select(['m.id', 'm.first_name', 'm.last_name'])
    .execute();

/** A member's names and contact details. */
export const findNames = (db: Executor, memberId: string) =>
  db
    .selectFrom('members')
    .where('id', '=', memberId)
    .select(['first_name', 'last_name', 'contact_phone', 'sign_in_phone'])
    .executeTakeFirst();

/** The note on an invitation, and whether the member joined with it. */
export type Note = Awaited<ReturnType<typeof listNotes>>[number];

/** Lists the notes on invitations. */
export async function listNotes(db: Executor, memberId: string) {
  const used = await db
    .selectFrom('applications')
    .where('member_id', '=', memberId)
    .where('invitation_id', 'is not', null)
    .select('invitation_id')
    .execute();
  const theirs = new Set(used.map(({ invitation_id }) => invitation_id));
  const rows = await db
    .selectFrom('invitations')
    .where('note', '!=', '')
    .select(['id', 'note', 'max_uses'])
    .execute();
  return rows.map(({ id, note, max_uses }) => ({ id, note, max_uses, is_theirs: theirs.has(id) }));
}

export async function clearNotes(db: Executor, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable('invitations').set({ note: '' }).where('id', 'in', ids).execute();
}

/** The invitations with which current members have joined. */
const usedByMembers = (db: Executor) =>
  db
    .selectFrom('applications')
    .where('invitation_id', 'is not', null)
    .where('member_id', 'is not', null)
    .select('invitation_id')
    .$castTo<{ invitation_id: string }>();

/**
 * Deletes invitations that ended long ago. If members joined with one, its note is cleared, and who invited whom
 * stays.
 * @param before YYYY-MM-DD; invitations whose last day is earlier
 */
export async function deleteEnded(db: Executor, before: string): Promise<void> {
  await db
    .deleteFrom('invitations')
    .where('until', '<', before)
    .where('id', 'not in', usedByMembers(db))
    .execute();
  await db
    .updateTable('invitations')
    .set({ note: '' })
    .where('until', '<', before)
    .where('note', '!=', '')
    .execute();
}
