import type { StaffAudience } from '#lib/contract/notifications/staff-notifications.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

const readers = (db: Executor, { to, role, town }: StaffAudience) =>
  db
    .selectFrom('members')
    .where('disabled_at', 'is', null)
    .$if(to === 'role' && role !== undefined, (query) =>
      query.where('role', '=', role as NonNullable<typeof role>),
    )
    .$if(to === 'town' && town !== undefined, (query) => query.where('town', '=', town as string));

/** Counts the members of an audience. */
export async function countReaders(db: Executor, audience: StaffAudience): Promise<number> {
  const { count } = await readers(db, audience)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
