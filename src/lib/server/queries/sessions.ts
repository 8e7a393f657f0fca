import type { Executor, SessionTable } from '#lib/server/db/schema.ts';

import { MEMBER_COLUMNS } from './members.ts';

/** Keeps a new session. */
export const insertSession = (db: Executor, session: SessionTable) =>
  db.insertInto('sessions').values(session).execute();

/**
 * Finds a session that lives, with its member.
 * @param since the oldest `seen` and `created` times that still live, milliseconds
 */
export const findSession = (
  db: Executor,
  tokenHash: string,
  since: { seen: number; created: number },
) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('members as m', 'm.id', 's.member_id')
    .where('s.token_hash', '=', tokenHash)
    .where('s.seen_at', '>', since.seen)
    .where('s.created_at', '>', since.created)
    .where('m.disabled_at', 'is', null)
    .select([...MEMBER_COLUMNS, 's.id as session_id', 's.seen_at'])
    .executeTakeFirst();

/** Notes that a session was used. */
export const touchSession = (db: Executor, id: string, now: number) =>
  db.updateTable('sessions').set({ seen_at: now }).where('id', '=', id).execute();

/** Ends one session. */
export const deleteSession = (db: Executor, tokenHash: string) =>
  db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();

/** Takes away the sessions that no longer live. */
export const deleteDeadSessions = (db: Executor, since: { seen: number; created: number }) =>
  db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('seen_at', '<=', since.seen), eb('created_at', '<=', since.created)]))
    .execute();
