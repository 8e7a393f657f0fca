import type { Services } from '#lib/server/context.ts';
import type { Executor } from '#lib/server/db/schema.ts';

import { clearReasons, deleteActs } from './queries.ts';

const STORED_YEARS = 5;

/** @returns the time before which what staff did is not stored, in milliseconds since 1970 */
export function endOfStorage({ now }: Pick<Services, 'now'>): number {
  const before = new Date(now());
  before.setUTCFullYear(before.getUTCFullYear() - STORED_YEARS);
  return before.getTime();
}

/** Deletes what is older than 5 years. */
export const deleteOldActs = (services: Services) =>
  deleteActs(services.db, endOfStorage(services));

/**
 * Removes what was written about a member, when they are erased. The acts stay: they hold ids, and no name is found for
 * this one any more.
 * @param tx the transaction of the erasure
 */
export async function eraseFromAuditLog(tx: Executor, memberId: string): Promise<void> {
  await clearReasons(tx, [memberId]);
}
