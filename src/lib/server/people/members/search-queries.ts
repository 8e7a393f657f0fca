import { type ExpressionBuilder, sql } from 'kysely';

import { toPlainName } from '#lib/contract/people/names.ts';
import type { Executor, MemberTable, Schema } from '#lib/server/platform/db/schema.ts';

const escapePattern = (word: string): string => word.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Whether a word is part of the name of member `m`, or a prefix of their email or login phone number. */
function hasWord(eb: ExpressionBuilder<Schema & { m: MemberTable }, 'm'>, word: string) {
  // Older names may contain typographic apostrophes.
  const name = sql`replace(replace(m.first_name || ' ' || m.middle_name || ' ' || m.last_name, '\u2019', ''''), '\u02bc', '''')`;
  const lower = escapePattern(word.toLowerCase());
  // SQLite lower-cases only ASCII: Ñ is found only as typed.
  return eb.or([
    sql<boolean>`lower(${name}) like ${`%${lower}%`} escape '\\'`,
    sql<boolean>`${name} like ${`%${escapePattern(word)}%`} escape '\\'`,
    sql<boolean>`m.email like ${`${lower}%`} escape '\\'`,
    sql<boolean>`m.sign_in_phone like ${`${lower}%`} escape '\\'`,
  ]);
}

const toWords = (search: string): string[] => toPlainName(search).split(/\s+/).filter(Boolean);

/** Members, disabled or not, whose name or email matches all words. */
export const matchingMembers = (db: Executor, search: string) =>
  db
    .selectFrom('members as m')
    .where((eb) => eb.and(toWords(search).map((word) => hasWord(eb, word))));

/** @returns the ids of members whose name or email matches all words */
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
