import type { Executor, PickupTable } from '#lib/server/platform/db/schema.ts';

export const insertPickup = (db: Executor, pickup: PickupTable) =>
  db.insertInto('pickups').values(pickup).execute();

/** What a calendar shows of a pickup. */
const ON_CALENDAR = ['status', 'day', 'moved_to', 'place'] as const;

export const updatePickup = (db: Executor, id: string, values: Partial<PickupTable>) =>
  db
    .updateTable('pickups')
    .set(values)
    .$if(
      ON_CALENDAR.some((name) => values[name] !== undefined),
      (query) => query.set((eb) => ({ sequence: eb('sequence', '+', 1) })),
    )
    .where('id', '=', id)
    .execute();
