import { sql } from 'kysely';

import type { Executor } from '#lib/server/db/schema.ts';

import { incrementVersions } from './version-queries.ts';

/**
 * Changes a member's name where notifications of what they did begin with it: staff have removed it, or put it back.
 * @param tx a transaction
 * @param from the name that they begin with
 */
export async function renameActor(
  tx: Executor,
  memberId: string,
  from: string,
  to: string,
): Promise<void> {
  // Databases count code points.
  const { length } = Array.from(from);
  const changed = await tx
    .updateTable('notifications')
    .set({ title: sql<string>`${to} || substr(title, ${sql.lit(length + 1)})` })
    .where((eb) =>
      eb.or([
        eb('actor_id', '=', memberId),
        eb.and([eb('audience', '=', 'followers'), eb('audience_member_id', '=', memberId)]),
      ]),
    )
    .where(sql<boolean>`substr(title, 1, ${sql.lit(length)}) = ${from}`)
    .returning(['audience', 'audience_member_id'])
    .execute();
  await incrementVersions(tx, changed);
}
