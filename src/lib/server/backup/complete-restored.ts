import { DELETION_DAYS } from '#lib/contract/deletions.ts';
import { clearReasons } from '#lib/server/audit-log/queries.ts';
import { listPending, migrate } from '#lib/server/db/migrate.ts';
import type { Database } from '#lib/server/db/open-database.ts';
import type { ErasedMemberTable, Executor } from '#lib/server/db/schema.ts';
import { insertErasedMembers, listExisting } from '#lib/server/deletions/erase-queries.ts';
import { eraseRows } from '#lib/server/deletions/erase-rows.ts';
import { postponeDeletions } from '#lib/server/deletions/queries.ts';
import { recountAll } from '#lib/server/members/counter-queries.ts';
import { skipVersions } from '#lib/server/notifications/version-queries.ts';

import { BackupError } from './backup-error.ts';
import { mergeErased } from './erased-list.ts';
import { deleteTransientRows, listErasedMembers } from './queries.ts';

// SQLite takes 32,766 parameters in a statement, and each member is two.
const BATCH = 1000;
const DAY_MS = 86_400_000;

/**
 * Erases members again; those that do not exist are remembered only. Counters must be recounted after.
 * @param erased at least one
 */
export async function eraseMembers(tx: Executor, erased: ErasedMemberTable[]): Promise<void> {
  await insertErasedMembers(tx, erased);
  const ids = await listExisting(
    tx,
    erased.map(({ member_id }) => member_id),
  );
  for (const id of ids) await eraseRows(tx, id, Date.now());
  // Also where the log of the backup is newer than its member.
  await clearReasons(
    tx,
    erased.map(({ member_id }) => member_id),
  );
}

/**
 * Brings a database that was restored, beside the site's, to the present: its schema, and without the members who were
 * erased since, sessions, tokens, codes and queued emails.
 * @param erased those that the site and the place of the backups know
 * @throws BackupError when it is no site's
 */
export async function completeRestored(
  database: Database,
  erased: ErasedMemberTable[],
): Promise<void> {
  if ((await listPending(database)) === null)
    throw new BackupError('The file is no backup of a Glean site: it has none of its tables.');
  await migrate(database);
  await database.db.transaction().execute(async (tx) => {
    const all = mergeErased(await listErasedMembers(tx), erased);
    for (let start = 0; start < all.length; start += BATCH)
      await eraseMembers(tx, all.slice(start, start + BATCH));
    await deleteTransientRows(tx);
    // Who changed their mind after the backup can do so again.
    await postponeDeletions(tx, Date.now() + DELETION_DAYS * DAY_MS);
    await skipVersions(tx, Date.now());
    await recountAll(tx);
  });
}
