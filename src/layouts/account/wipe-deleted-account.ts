import { hasDatabase } from '#lib/client/device/has-database.ts';
import { deleteUnsent } from '#lib/client/outbox/confirm-sign-out.ts';
import { wipeAccount } from '#lib/client/people/wipe-account.ts';

/** Deletes all data of a deleted account from this browser. */
export async function wipeDeletedAccount(accountId: string): Promise<void> {
  sessionStorage.clear();
  await wipeAccount(accountId);
  if (await hasDatabase()) await deleteUnsent(accountId);
}
