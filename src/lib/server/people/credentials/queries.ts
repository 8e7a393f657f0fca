import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import type { Executor, MemberTable } from '#lib/server/platform/db/schema.ts';

/** What a member can sign in with, besides a passkey: one of the two is there. */
type Logins = Pick<MemberTable, 'email' | 'sign_in_phone'>;

/** @returns all that a member signs in with: an email in lower case, a phone number of 09 and 9 digits */
export const loginsOf = ({ email, sign_in_phone }: Logins): string[] =>
  [email, sign_in_phone].filter((login) => login !== null);

/** @returns what names a member's account: the email, where there is one */
export const loginOf = (member: Logins): string => loginsOf(member)[0] ?? '';

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
