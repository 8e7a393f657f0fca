import { ACTIVE_STATUSES } from '#lib/contract/exchange/listings/listing-states.ts';
import { isPosterNotBlocked } from '#lib/server/forum/posts/poster-queries.ts';
import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import { isNotBlocked } from '#lib/server/people/members/visibility-queries.ts';
import type { Executor, HalfDayTable, MachineTable } from '#lib/server/platform/db/schema.ts';

/** The services that a viewer can see, with their machines, if any. @param viewerId null for a guest */
const services = (db: Executor, viewerId: string | null) =>
  db
    .selectFrom('listings as l')
    .innerJoin('posts as p', 'p.id', 'l.post_id')
    .innerJoin('members as m', 'm.id', 'p.author_id')
    .leftJoin('machines as c', 'c.post_id', 'l.post_id')
    .where('l.kind', '=', 'service')
    .where('m.disabled_at', 'is', null)
    .where(isNotBlocked(db, viewerId, 'p.author_id'))
    .where(isPosterNotBlocked(db, viewerId))
    .select(['l.post_id', 'p.title', 'p.author_id', 'l.town', 'l.status', 'l.until', 'l.ready_on'])
    .select('l.material')
    .select(['c.machine', 'c.unit', 'c.a_day', 'c.reach_km', 'c.price_centavos'])
    .select(MEMBER_COLUMNS);

export type ServiceRow = Awaited<ReturnType<typeof listServices>>[number];

/** Finds a service, whatever its status. */
export const findService = (db: Executor, viewerId: string | null, postId: string) =>
  services(db, viewerId).where('l.post_id', '=', postId).executeTakeFirst();

// More than a region has.
const MOST_MACHINES = 500;

/** Lists the machines of services that are open on a day, the newest first. @param machine one, or null for all */
export const listServices = (
  db: Executor,
  viewerId: string | null,
  { machine, today }: { machine: MachineTable['machine'] | null; today: string },
) =>
  services(db, viewerId)
    .where('c.machine', 'is not', null)
    .where('l.status', 'in', ACTIVE_STATUSES)
    .where('l.until', '>=', today)
    .$if(machine !== null, (query) => query.where('c.machine', '=', machine))
    .orderBy('l.post_id', 'desc')
    .limit(MOST_MACHINES)
    .execute();

/** Lists those of some services that have a machine. */
export const listMachines = async (
  db: Executor,
  viewerId: string | null,
  postIds: string[],
): Promise<ServiceRow[]> =>
  postIds.length === 0
    ? []
    : services(db, viewerId)
        .where('c.machine', 'is not', null)
        .where('l.post_id', 'in', postIds)
        .execute();

/** Lists a member's services that are open on a day, also those without a machine. */
export const listOwnServices = (db: Executor, memberId: string, today: string) =>
  services(db, memberId)
    .where('p.author_id', '=', memberId)
    .where('l.status', 'in', ACTIVE_STATUSES)
    .where('l.until', '>=', today)
    .orderBy('l.post_id', 'desc')
    .limit(20)
    .execute();

export const findMachine = (db: Executor, postId: string): Promise<MachineTable | undefined> =>
  db.selectFrom('machines').where('post_id', '=', postId).selectAll().executeTakeFirst();

/** Inserts or replaces a machine. */
export const putMachine = (db: Executor, row: MachineTable) => {
  const { post_id: _, created_at: __, ...facts } = row;
  return db
    .insertInto('machines')
    .values(row)
    .onConflict((conflict) => conflict.column('post_id').doUpdateSet(facts))
    .execute();
};

/** Deletes a machine, and the half days that no appointment has. @returns whether there was a machine */
export async function deleteMachine(db: Executor, postId: string): Promise<boolean> {
  await db
    .deleteFrom('half_days')
    .where('post_id', '=', postId)
    .where('appointment_id', 'is', null)
    .execute();
  const { numDeletedRows } = await db
    .deleteFrom('machines')
    .where('post_id', '=', postId)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** Days, both inclusive. */
export interface Days {
  from: string;
  until: string;
}

/** Lists the half days when some machines are not free, each with whether its booking is for the whole day. */
export const listHalfDays = (db: Executor, postIds: string[], { from, until }: Days) =>
  db
    .selectFrom('half_days as h')
    .leftJoin('appointments as b', 'b.id', 'h.appointment_id')
    .where('h.post_id', 'in', postIds)
    .where('h.day', '>=', from)
    .where('h.day', '<=', until)
    .select(['h.post_id', 'h.day', 'h.half', 'h.appointment_id', 'b.whole_day'])
    .execute();

/** Books half days. @throws a unique violation for one that is not free */
export const insertHalfDays = (db: Executor, rows: HalfDayTable[]) =>
  db.insertInto('half_days').values(rows).execute();

/** Removes the marks that a machine is away. */
export const deleteAway = (db: Executor, postId: string, { from, until }: Days) =>
  db
    .deleteFrom('half_days')
    .where('post_id', '=', postId)
    .where('day', '>=', from)
    .where('day', '<=', until)
    .where('appointment_id', 'is', null)
    .execute();

/** Frees the half day of an appointment. @returns whether it had one */
export async function freeHalfDay(db: Executor, appointmentId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('half_days')
    .where('appointment_id', '=', appointmentId)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
