import { type RawBuilder, sql } from 'kysely';

import type { Executor } from '#lib/server/platform/db/schema.ts';

// Without a parameter, so that SQLite uses the partial index.
const HANDED_OVER = sql<boolean>`kg > 0`;

const MONTH_LENGTH = 'YYYY-MM'.length;

/** The keys by which kilograms are summed. */
const KEYS: Record<'material' | 'town' | 'month', RawBuilder<string>> = {
  material: sql.ref('material'),
  town: sql.ref('town'),
  month: sql<string>`substr(day, 1, ${sql.lit(MONTH_LENGTH)})`,
};

/** Sums everything that was handed over, including sums too small to publish. */
export async function sumHandedOver(db: Executor, by: keyof typeof KEYS) {
  const rows = await db
    .selectFrom('appointments')
    .where(HANDED_OVER)
    .groupBy(KEYS[by])
    .select(KEYS[by].as('key'))
    .select((eb) => [eb.fn.sum('kg').as('kg'), eb.fn.countAll().as('pickups')])
    .execute();
  return rows.map(({ key, kg, pickups }) => ({ key, kg: Number(kg), pickups: Number(pickups) }));
}

export async function sumAll(db: Executor): Promise<{ kg: number; pickups: number }> {
  const { kg, pickups } = await db
    .selectFrom('appointments')
    .where(HANDED_OVER)
    .select((eb) => [eb.fn.sum<string | number | null>('kg').as('kg')])
    .select((eb) => eb.fn.countAll().as('pickups'))
    .executeTakeFirstOrThrow();
  return { kg: Number(kg ?? 0), pickups: Number(pickups) };
}
