import { SOURCE } from '#lib/messages/codes.ts';
import { runInLanguage } from '#lib/messages/t.ts';

import type { Executor } from './db/schema.ts';

/** @returns the language that a member reads; the source where it is not known */
export const languageOf = (_db: Executor, _memberId: string | null): Promise<string> =>
  Promise.resolve(SOURCE);

/** Runs what makes texts for another than the viewer, in the language of the reader. */
export const inLanguageOf = async <T>(
  db: Executor,
  memberId: string | null,
  work: () => Promise<T>,
): Promise<T> => runInLanguage(await languageOf(db, memberId), work);
