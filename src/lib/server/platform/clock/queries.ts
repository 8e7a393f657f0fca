import { sql } from 'kysely';

import type { Effect, Executor } from '#lib/server/platform/db/schema.ts';

/** The time for each effect up to which the clock is trusted, milliseconds since 1970. */
export type Marks = Record<Effect, number>;

/** @returns null when the database has none yet */
export async function findMarks(db: Executor): Promise<Marks | null> {
  const rows = await db.selectFrom('clock_marks').selectAll().execute();
  const of = (name: Effect) => rows.find(({ effect }) => effect === name)?.mark_at;
  const [ends, erases] = [of('ends'), of('erases')];
  return ends === undefined || erases === undefined ? null : { ends, erases };
}

/** Sets the marks of a database that has none. */
export const insertMarks = (db: Executor, now: number) =>
  db
    .insertInto('clock_marks')
    .values([
      { effect: 'ends', mark_at: now },
      { effect: 'erases', mark_at: now },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Moves a mark, unless another server has since it was read. */
export const moveMark = (db: Executor, effect: Effect, from: number, to: number) =>
  db
    .updateTable('clock_marks')
    .set({ mark_at: to })
    .where('effect', '=', effect)
    .where('mark_at', '=', from)
    .execute();

/** @returns the clock of a PostgreSQL server, milliseconds since 1970 */
export async function readDatabaseClock(db: Executor): Promise<number> {
  const { rows } = await sql<{ time: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as time`.execute(db);
  return rows[0]?.time ?? 0;
}
