import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import type { Executor, MemberTable } from '#lib/server/platform/db/schema.ts';

/** A member's logins besides passkeys: at least one of the two is set. */
type Logins = Pick<MemberTable, 'email' | 'sign_in_phone'>;

/** @returns all logins of a member: an email in lower case, a phone number of 09 and 9 digits */
export const loginsOf = ({ email, sign_in_phone }: Logins): string[] =>
  [email, sign_in_phone].filter((login) => login !== null);

/** @returns the main login: the email, if there is one */
export const loginOf = (member: Logins): string => loginsOf(member)[0] ?? '';

/** Enabled members, and those who requested the deletion of their account: logging in cancels it. */
const membersWhoMaySignIn = (db: Executor) =>
  db.selectFrom('members as m').where((eb) =>
    eb.or([
      eb('m.disabled_at', 'is', null),
      eb.exists(
        eb
          .selectFrom('deletions as d')
          .whereRef('d.member_id', '=', 'm.id')
          // Not members whom staff have disabled since.
          .whereRef('d.requested_at', '=', 'm.disabled_at')
          .select('d.member_id'),
      ),
    ]),
  );

/**
 * Finds a member who may log in, with the hash of their password.
 * @param value an id, an email in lower case, or a phone number of 09 and 9 digits
 */
export const findCredentials = (
  db: Executor,
  by: 'id' | 'email' | 'sign_in_phone',
  value: string,
) =>
  membersWhoMaySignIn(db)
    .where(`m.${by}`, '=', value)
    .select([...MEMBER_COLUMNS, 'm.email', 'm.sign_in_phone', 'm.password_hash'])
    .executeTakeFirst();
