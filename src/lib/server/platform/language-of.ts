import { SOURCE } from '#lib/messages/codes.ts';
import { BUILT_LANGUAGES } from '#lib/messages/language-paths.ts';
import { currentLanguage, runInLanguage } from '#lib/messages/t.ts';

import type { Executor } from './db/schema.ts';

/**
 * @param memberId null for who is no member yet
 * @returns the language that a reader has chosen, while it is there; otherwise that of who writes to them, as staff to who
 *   wants to join
 */
export async function languageOf(db: Executor, memberId: string | null): Promise<string> {
  if (memberId === null) return currentLanguage();
  const query = db.selectFrom('members').where('id', '=', memberId).select('language');
  const chosen = (await query.executeTakeFirst())?.language;
  return BUILT_LANGUAGES.find((each) => each === chosen) ?? currentLanguage();
}

/** Runs what makes texts for another than the viewer, in the language of the reader. */
export const inLanguageOf = async <T>(
  db: Executor,
  memberId: string | null,
  work: () => Promise<T>,
): Promise<T> => runInLanguage(await languageOf(db, memberId), work);

/** Stores the language that a member signs in with, until they choose one: their emails and pushes are in it, too. */
export async function noteLanguage(db: Executor, memberId: string): Promise<void> {
  const language = currentLanguage();
  if (language === SOURCE) return;
  await db
    .updateTable('members')
    .where('id', '=', memberId)
    .where('language', 'is', null)
    .set({ language })
    .execute();
}
