import { sql } from 'kysely';

import type { Executor } from '#lib/server/platform/db/schema.ts';

import { incrementVersionsByActor } from './version-queries.ts';

/** A member's name, of which notifications have the first and last part. */
interface Name {
  first_name: string;
  last_name: string;
}

const nameOf = ({ first_name, last_name }: Name) => `${first_name} ${last_name}`;

/**
 * Changes a member's name where notifications of what they did begin with it, by two indexes in one statement.
 * @param tx the transaction that changes the name
 * @param from the name that they begin with
 */
export async function renameActor(
  tx: Executor,
  memberId: string,
  from: Name,
  to: Name,
): Promise<void> {
  const [before, after] = [nameOf(from), nameOf(to)];
  // Databases count code points.
  const { length } = Array.from(before);
  await tx
    .updateTable('notifications')
    .set({ title: sql<string>`${after} || substr(title, ${sql.lit(length + 1)})` })
    .where((eb) =>
      eb.or([
        eb('actor_id', '=', memberId),
        eb.and([eb('audience', '=', 'followers'), eb('audience_member_id', '=', memberId)]),
      ]),
    )
    .where(sql<boolean>`substr(title, 1, ${sql.lit(length)}) = ${before}`)
    .execute();
  await incrementVersionsByActor(tx, memberId);
}
