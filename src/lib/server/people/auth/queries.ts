import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

/** Enabled members, and those who requested the deletion of their account: signing in cancels it. */
const membersWhoMaySignIn = (db: Executor) =>
  db.selectFrom('members as m').where((eb) =>
    eb.or([
      eb('m.disabled_at', 'is', null),
      eb.exists(
        eb
          .selectFrom('deletions as d')
          .whereRef('d.member_id', '=', 'm.id')
          // Not those disabled by staff since.
          .whereRef('d.requested_at', '=', 'm.disabled_at')
          .select('d.member_id'),
      ),
    ]),
  );

/**
 * Finds a member who may sign in, with their password's hash.
 * @param value an id, or an email in lower case
 */
export const findCredentials = (db: Executor, by: 'id' | 'email', value: string) =>
  membersWhoMaySignIn(db)
    .where(`m.${by}`, '=', value)
    .select([...MEMBER_COLUMNS, 'm.email', 'm.password_hash'])
    .executeTakeFirst();
