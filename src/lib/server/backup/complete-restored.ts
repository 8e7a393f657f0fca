import { listErasedMembers, eraseMembers } from '#lib/server/backup/queries.ts';
import { migrate } from '#lib/server/db/migrate.ts';
import type { Database } from '#lib/server/db/open-database.ts';
import type { ErasedMemberTable } from '#lib/server/db/schema.ts';
import { recountAll } from '#lib/server/members/counter-queries.ts';

import { mergeErased } from './erased-list.ts';

// SQLite takes 32,766 parameters in a statement, and each member is two.
const BATCH = 1000;

/**
 * Brings a database that was restored, beside the site's, to the present: its schema, and without the members who were
 * erased since.
 * @param erased those that the site and the place of the backups know
 */
export async function completeRestored(
  database: Database,
  erased: ErasedMemberTable[],
): Promise<void> {
  await migrate(database);
  await database.db.transaction().execute(async (tx) => {
    const all = mergeErased(await listErasedMembers(tx), erased);
    for (let start = 0; start < all.length; start += BATCH)
      await eraseMembers(tx, all.slice(start, start + BATCH));
    await recountAll(tx);
  });
}
