import { deleteMemberPages } from '#lib/client/offline/member-cache.ts';
import { removePagesSavedBy } from '#lib/client/offline/remove-pages-saved-by.ts';

/**
 * Deletes the pages that this browser has stored for an account, and nothing of others: when the member signs out, with
 * or without a connection. `confirmSignOut` deletes what is not sent.
 */
export async function wipeAccount(accountId: string): Promise<void> {
  await Promise.allSettled([deleteMemberPages(accountId), removePagesSavedBy(accountId)]);
}
