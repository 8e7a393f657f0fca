import type { Executor } from '#lib/server/platform/db/schema.ts';

/** @returns what each of the members has chosen, without those who have chosen nothing */
export const listLanguages = (db: Executor, ids: readonly string[]) =>
  db
    .selectFrom('members')
    .where('id', 'in', ids)
    .where('language', 'is not', null)
    .select(['id', 'language'])
    .execute();
