import type { MemberListQuery } from '#lib/contract/people/managed-members.ts';
import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import { matchingMembers } from '#lib/server/people/members/search-queries.ts';
import type { Executor, MemberTable } from '#lib/server/platform/db/schema.ts';

/** Members in a list, newest first. */
const newestMembers = (db: Executor, { search, role, cursor, limit }: MemberListQuery) =>
  matchingMembers(db, search)
    .$if(role !== null, (query) => query.where('m.role', '=', role as MemberTable['role']))
    .$if(cursor !== null, (query) => query.where('m.id', '<', cursor as string))
    .orderBy('m.id', 'desc')
    .limit(limit);

export const listMembers = (db: Executor, list: MemberListQuery) =>
  newestMembers(db, list)
    .select([...MEMBER_COLUMNS, 'm.joined_at', 'm.disabled_at'])
    .execute();

/** The same, including what staff see only on request. */
export const listContacts = (db: Executor, list: MemberListQuery) =>
  newestMembers(db, list)
    .select(['m.id', 'm.first_name', 'm.middle_name', 'm.last_name', 'm.role', 'm.town'])
    .select(['m.email', 'm.sign_in_phone', 'm.contact_phone', 'm.joined_at', 'm.disabled_at'])
    .execute();

export const countMembers = async (
  db: Executor,
  { search, role }: Pick<MemberListQuery, 'search' | 'role'>,
): Promise<number> => {
  const { count } = await matchingMembers(db, search)
    .$if(role !== null, (query) => query.where('m.role', '=', role as MemberTable['role']))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};
