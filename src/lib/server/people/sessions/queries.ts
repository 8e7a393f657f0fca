import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import { precompiled } from '#lib/server/platform/db/precompiled.ts';
import type { Executor, SessionTable } from '#lib/server/platform/db/schema.ts';

export const insertSession = (db: Executor, session: SessionTable) =>
  db.insertInto('sessions').values(session).execute();

/**
 * Finds an active session with its member.
 * @param since limits in milliseconds: sessions seen or created earlier are inactive
 */
export async function findSession(
  db: Executor,
  tokenHash: string,
  since: { seen: number; created: number },
) {
  const [session] = await sessionByToken(db, { tokenHash, ...since });
  return session;
}

const sessionByToken = precompiled(
  (db, { tokenHash, seen, created }: { tokenHash: string; seen: number; created: number }) =>
    db
      .selectFrom('sessions as s')
      .innerJoin('members as m', 'm.id', 's.member_id')
      .leftJoin('inboxes as i', 'i.member_id', 's.member_id')
      .where('s.token_hash', '=', tokenHash)
      .where('s.seen_at', '>', seen)
      .where('s.created_at', '>', created)
      .where('m.disabled_at', 'is', null)
      .select([
        ...MEMBER_COLUMNS,
        'm.language',
        's.id as session_id',
        's.seen_at',
        's.created_at',
        's.confirmed_at',
        'i.version as inbox_version',
      ]),
);

/** Gives a session a new token after its member confirmed the password. @param now milliseconds since 1970 */
export const updateSessionToken = (db: Executor, id: string, tokenHash: string, now: number) =>
  db
    .updateTable('sessions')
    .set({ token_hash: tokenHash, confirmed_at: now })
    .where('id', '=', id)
    .execute();

/** @returns whether the session still exists */
export async function confirmSession(db: Executor, id: string, now: number): Promise<boolean> {
  const confirmed = await db
    .updateTable('sessions')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return confirmed !== undefined;
}

export const touchSession = (db: Executor, id: string, now: number) =>
  db.updateTable('sessions').set({ seen_at: now }).where('id', '=', id).execute();

export const deleteSession = (db: Executor, tokenHash: string) =>
  db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();

export const deleteExpiredSessions = (db: Executor, since: { seen: number; created: number }) =>
  db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('seen_at', '<=', since.seen), eb('created_at', '<=', since.created)]))
    .execute();

/** @param exceptId the session to keep, or null */
export const deleteSessionsByMember = (db: Executor, memberId: string, exceptId: string | null) =>
  db
    .deleteFrom('sessions')
    .where('member_id', '=', memberId)
    .$if(exceptId !== null, (query) => query.where('id', '!=', exceptId as string))
    .execute();

/** Keeps the `max` most recently used sessions. */
export const deleteExcessSessions = (db: Executor, memberId: string, max: number) =>
  db
    .deleteFrom('sessions')
    .where('member_id', '=', memberId)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('sessions as recent')
        .where('recent.member_id', '=', memberId)
        .orderBy('recent.seen_at', 'desc')
        .orderBy('recent.id', 'desc')
        .limit(max)
        .select('recent.id'),
    )
    .execute();

export const deleteMemberSession = (db: Executor, memberId: string, id: string) =>
  db.deleteFrom('sessions').where('member_id', '=', memberId).where('id', '=', id).execute();

const sessionsOf = precompiled(
  (db, { memberId, seen, created }: { memberId: string; seen: number; created: number }) =>
    db
      .selectFrom('sessions')
      .where('member_id', '=', memberId)
      .where('seen_at', '>', seen)
      .where('created_at', '>', created)
      .orderBy('seen_at', 'desc')
      .orderBy('id', 'desc')
      .select(['id', 'user_agent', 'created_at', 'seen_at']),
);

/**
 * Most recently seen first.
 * @param since see `findSession`
 */
export const listSessions = (
  db: Executor,
  memberId: string,
  since: { seen: number; created: number },
) => sessionsOf(db, { memberId, ...since });
