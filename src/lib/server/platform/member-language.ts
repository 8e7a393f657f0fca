import { BUILT_LANGUAGES } from '#lib/messages/built-languages.ts';
import { SOURCE } from '#lib/messages/codes.ts';
import { currentLanguage, runInLanguage } from '#lib/messages/t.ts';

import type { Executor } from './db/schema.ts';

/** @returns a stored language if the site still has it; otherwise the source */
export const storedLanguage = (stored: string | null | undefined): string =>
  BUILT_LANGUAGES.find((each) => each === stored) ?? SOURCE;

/**
 * @returns the language that a member reads; the source for members who have not logged in since other languages were
 *   added
 */
export async function readerLanguage(db: Executor, memberId: string | null): Promise<string> {
  if (memberId === null) return SOURCE;
  const query = db.selectFrom('members').where('id', '=', memberId).select('language');
  return storedLanguage((await query.executeTakeFirst())?.language);
}

/** Runs code that writes texts for another member, in the reader's language. */
export const inLanguageOf = async <T>(
  db: Executor,
  memberId: string,
  work: () => Promise<T>,
): Promise<T> => runInLanguage(await readerLanguage(db, memberId), work);

/**
 * Stores the language of a member's first login until they choose one, so that it applies on all their devices, and
 * to emails and push messages.
 */
export async function noteLanguage(db: Executor, memberId: string): Promise<void> {
  await db
    .updateTable('members')
    .where('id', '=', memberId)
    .where('language', 'is', null)
    .set({ language: currentLanguage() })
    .execute();
}
