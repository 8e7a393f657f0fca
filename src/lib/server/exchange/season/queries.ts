import type {
  AlertTable,
  Executor,
  HarvestTable,
  HeardWeekTable,
  ScheduleTable,
} from '#lib/server/platform/db/schema.ts';

/** Mondays, both inclusive. */
export interface Weeks {
  from: string;
  until: string;
}

/** Lists the fields of enabled members, by member, week, material and town. */
export const listShares = (db: Executor, { from, until }: Weeks) =>
  db
    .selectFrom('harvests as h')
    .innerJoin('members as m', 'm.id', 'h.member_id')
    .where('m.disabled_at', 'is', null)
    .where('h.monday', '>=', from)
    .where('h.monday', '<=', until)
    .select(['h.member_id', 'h.monday', 'h.material', 'h.town', 'h.ares'])
    .execute();

/** Lists the irrigators' schedule. @param material null for all */
export const listSchedule = (db: Executor, { from, until }: Weeks, material: string | null) =>
  db
    .selectFrom('schedules')
    .where('monday', '>=', from)
    .where('monday', '<=', until)
    .$if(material !== null, (query) => query.where('material', '=', material ?? ''))
    .orderBy('monday')
    .orderBy('town')
    .select(['monday', 'material', 'town', 'ares'])
    .execute();

/** Sets an area of the schedule. */
export const setScheduled = (db: Executor, row: ScheduleTable) =>
  db
    .insertInto('schedules')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['monday', 'material', 'town']).doUpdateSet({ ares: row.ares }),
    )
    .execute();

/** Removes an area from the schedule. */
export const deleteScheduled = (
  db: Executor,
  { monday, material, town }: Omit<ScheduleTable, 'ares'>,
) =>
  db
    .deleteFrom('schedules')
    .where('monday', '=', monday)
    .where('material', '=', material)
    .where('town', '=', town)
    .execute();

/** Counts a member's listings of a material, also those that are over. */
export async function countListings(
  db: Executor,
  memberId: string,
  material: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('listings as l')
    .innerJoin('posts as p', 'p.id', 'l.post_id')
    .where('p.author_id', '=', memberId)
    .where('l.material', '=', material)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Lists a member's own fields from a week on, next first. */
export const listHarvests = (db: Executor, memberId: string, from: string) =>
  db
    .selectFrom('harvests')
    .where('member_id', '=', memberId)
    .where('monday', '>=', from)
    .orderBy('monday')
    .orderBy('id')
    .selectAll()
    .execute();

export const insertHarvest = (db: Executor, row: HarvestTable) =>
  db.insertInto('harvests').values(row).execute();

/** The fields of a harvest that its member enters. */
type HarvestFacts = Pick<HarvestTable, 'town' | 'material' | 'monday' | 'ares'>;

export const updateHarvest = (db: Executor, id: string, facts: HarvestFacts) =>
  db.updateTable('harvests').set(facts).where('id', '=', id).execute();

/** @returns false when the member does not have this harvest */
export async function deleteHarvest(db: Executor, id: string, memberId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('harvests')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** Lists the alerts that a week can match: for offers at any terms, with a material or town. */
export const listAlerts = (
  db: Executor,
  after: string | null,
  limit: number,
): Promise<Pick<AlertTable, 'id' | 'member_id' | 'material' | 'town' | 'within_km'>[]> =>
  db
    .selectFrom('alerts as a')
    .innerJoin('members as m', 'm.id', 'a.member_id')
    .where('m.disabled_at', 'is', null)
    .where('a.paused_at', 'is', null)
    .where('a.free', '=', 0)
    .where((eb) => eb.or([eb('a.kind', 'is', null), eb('a.kind', '=', 'offer')]))
    .where((eb) => eb.or([eb('a.material', 'is not', null), eb('a.within_km', 'is not', null)]))
    .$if(after !== null, (query) => query.where('a.id', '>', after ?? ''))
    .orderBy('a.id')
    .limit(limit)
    .select(['a.id', 'a.member_id', 'a.material', 'a.town', 'a.within_km'])
    .execute();

/** Lists the weeks, from one on, of which alerts were notified. */
export const listHeard = (db: Executor, alertIds: string[], from: string) =>
  db
    .selectFrom('heard_weeks')
    .where('alert_id', 'in', alertIds)
    .where('monday', '>=', from)
    .select(['alert_id', 'monday'])
    .execute();

/** Marks alerts as notified of weeks. @returns those that were not before */
export const insertHeard = (db: Executor, rows: HeardWeekTable[]) =>
  db
    .insertInto('heard_weeks')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['alert_id', 'monday']).doNothing())
    .returning(['alert_id', 'monday'])
    .execute();

/** Deletes members' fields, and the marks of notified alerts, of weeks before one. */
export async function deleteBefore(db: Executor, monday: string): Promise<void> {
  await db.deleteFrom('harvests').where('monday', '<', monday).execute();
  await db.deleteFrom('heard_weeks').where('monday', '<', monday).execute();
}
