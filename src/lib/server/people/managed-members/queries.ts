import { type ExpressionBuilder, sql } from 'kysely';

import type { MemberListQuery } from '#lib/contract/people/managed-members.ts';
import { toPlainName } from '#lib/contract/people/names.ts';
import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import type { Executor, MemberTable, Schema } from '#lib/server/platform/db/schema.ts';

const escapePattern = (word: string): string => word.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Whether a word is in the name of member `m`, or is a prefix of their email or the number they sign in with. */
function hasWord(eb: ExpressionBuilder<Schema & { m: MemberTable }, 'm'>, word: string) {
  // Names from before may have other apostrophes than a keyboard has.
  const name = sql`replace(replace(m.first_name || ' ' || m.middle_name || ' ' || m.last_name, '\u2019', ''''), '\u02bc', '''')`;
  const lower = escapePattern(word.toLowerCase());
  // SQLite lower-cases only ASCII: Ñ is found as it was typed.
  return eb.or([
    sql<boolean>`lower(${name}) like ${`%${lower}%`} escape '\\'`,
    sql<boolean>`${name} like ${`%${escapePattern(word)}%`} escape '\\'`,
    sql<boolean>`m.email like ${`${lower}%`} escape '\\'`,
    sql<boolean>`m.sign_in_phone like ${`${lower}%`} escape '\\'`,
  ]);
}

const toWords = (search: string): string[] => toPlainName(search).split(/\s+/).filter(Boolean);

/** Members, disabled or not, whose name or email has all words. */
const matchingMembers = (db: Executor, search: string) =>
  db
    .selectFrom('members as m')
    .where((eb) => eb.and(toWords(search).map((word) => hasWord(eb, word))));

/** Members of a list, the newest first. */
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

/** The same, with what staff see only on request. */
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

/** @returns the ids of members whose name or email has all words */
export async function listMatchingIds(
  db: Executor,
  search: string,
  limit: number,
): Promise<string[]> {
  const rows = await matchingMembers(db, search)
    .orderBy('m.id', 'desc')
    .limit(limit)
    .select('m.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Finds a member, disabled or not. */
export const findRecord = (db: Executor, id: string) =>
  db
    .selectFrom('members as m')
    .where('m.id', '=', id)
    .select([
      ...MEMBER_COLUMNS,
      'm.email',
      'm.sign_in_phone',
      'm.contact_phone',
      'm.joined_at',
      'm.disabled_at',
      'm.posts_count',
      'm.followers_count',
    ])
    .executeTakeFirst();
