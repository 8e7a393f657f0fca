// Deletes old notifications.
import { sql } from 'kysely';

import { ACTIVE_STATUSES } from '#lib/contract/exchange/listings/listing-states.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

/** Deletes notifications that were replaced before a time. */
export const deleteReplaced = (db: Executor, before: number) =>
  db.deleteFrom('member_notifications').where('replaced_at', '<', before).execute();

/**
 * The active listing of notification `n`. If `n` were deleted, alerts could match the listing again, or its owner
 * could be reminded again.
 */
const isOfActiveListing = (db: Executor) =>
  db
    .selectFrom('listings as l')
    .where('l.post_id', '=', sql.ref<string>('n.link_data'))
    .where('l.status', 'in', ACTIVE_STATUSES)
    .select('l.post_id');

/**
 * Deletes a batch of notifications that were read or created before a time, except alerts and reminders about active
 * listings.
 * @returns the member of each
 */
export async function deleteSomeBefore(
  db: Executor,
  column: 'read_at' | 'created_at',
  before: number,
  limit: number,
): Promise<string[]> {
  const deleted = await db
    .deleteFrom('member_notifications')
    .where((eb) =>
      eb(
        eb.refTuple('member_id', 'id'),
        'in',
        db
          .selectFrom('member_notifications as n')
          .where(`n.${column}`, '<', before)
          .where((of) =>
            of.or([
              of('n.kind', 'not in', ['alert', 'listing']),
              of.not(of.exists(isOfActiveListing(db))),
            ]),
          )
          .orderBy(`n.${column}`)
          // With a parameter, PostgreSQL might plan for many rows, and scan the whole table.
          .limit(sql.lit(limit))
          .select(['n.member_id', 'n.id'])
          .$asTuple('member_id', 'id'),
      ),
    )
    .returning('member_id')
    .execute();
  return deleted.map(({ member_id }) => member_id);
}
