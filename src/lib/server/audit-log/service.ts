import type { Services } from '#lib/server/context.ts';
import type { Executor } from '#lib/server/db/schema.ts';

import { clearReasons, deleteActs } from './queries.ts';

const STORED_YEARS = 5;

/** Deletes what is older than 5 years. */
export async function deleteOldActs({ db, now }: Services): Promise<void> {
  const before = new Date(now());
  before.setUTCFullYear(before.getUTCFullYear() - STORED_YEARS);
  await deleteActs(db, before.getTime());
}

/**
 * Removes what was written about a member, when they are erased. The acts stay: they hold ids, and no name is found for
 * this one any more.
 * @param tx the transaction of the erasure
 */
export async function eraseFromAuditLog(tx: Executor, memberId: string): Promise<void> {
  await clearReasons(tx, [memberId]);
}
