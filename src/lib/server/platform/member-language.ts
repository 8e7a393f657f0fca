import { SOURCE } from '#lib/messages/codes.ts';
import { BUILT_LANGUAGES } from '#lib/messages/language-paths.ts';
import { currentLanguage, runInLanguage } from '#lib/messages/t.ts';

import type { Executor } from './db/schema.ts';

/** @returns a stored language, while it is there; otherwise the source */
export const storedLanguage = (stored: string | null | undefined): string =>
  BUILT_LANGUAGES.find((each) => each === stored) ?? SOURCE;

/** @returns the language that a member reads; that of the source for who has not signed in since there are others */
export async function readerLanguage(db: Executor, memberId: string | null): Promise<string> {
  if (memberId === null) return SOURCE;
  const query = db.selectFrom('members').where('id', '=', memberId).select('language');
  return storedLanguage((await query.executeTakeFirst())?.language);
}

/** Runs what makes texts for another than the viewer, in the language of the reader. */
export const inLanguageOf = async <T>(
  db: Executor,
  memberId: string,
  work: () => Promise<T>,
): Promise<T> => runInLanguage(await readerLanguage(db, memberId), work);

/**
 * Stores the language of a member's first sign-in, until they choose one: what they chose on that device is theirs on all, and
 * their emails and pushes are in it, too.
 */
export async function noteLanguage(db: Executor, memberId: string): Promise<void> {
  await db
    .updateTable('members')
    .where('id', '=', memberId)
    .where('language', 'is', null)
    .set({ language: currentLanguage() })
    .execute();
}
