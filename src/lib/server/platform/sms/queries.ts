import type { Executor, SmsNumberTable } from '#lib/server/platform/db/schema.ts';

export const findNumber = (db: Executor, numberHash: string) =>
  db.selectFrom('sms_numbers').where('number_hash', '=', numberHash).selectAll().executeTakeFirst();

/** Changes the state of a number, which may be new. */
export const upsertNumber = (
  db: Executor,
  {
    number_hash,
    ...changes
  }: Pick<SmsNumberTable, 'number_hash' | 'used_at'> & Partial<SmsNumberTable>,
) =>
  db
    .insertInto('sms_numbers')
    .values({ ...UNKNOWN, number_hash, ...changes })
    .onConflict((conflict) => conflict.column('number_hash').doUpdateSet(changes))
    .execute();

const UNKNOWN = { question_id: null, question_sent_at: null, proved_at: null, stopped_at: null };

/** Deletes the state of numbers that were not used since a time. */
export const deleteUnusedNumbers = (db: Executor, before: number) =>
  db.deleteFrom('sms_numbers').where('used_at', '<', before).execute();
