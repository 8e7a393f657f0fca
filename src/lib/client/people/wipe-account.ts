import { deleteMemberPages } from '#lib/client/offline/member-cache.ts';
import { removePagesSavedBy } from '#lib/client/offline/remove-pages-saved-by.ts';

/**
 * Deletes this browser's stored pages of an account, and of no other, when the member logs out, with or without a
 * connection. `confirmSignOut` deletes what is unsent.
 */
export async function wipeAccount(accountId: string): Promise<void> {
  await Promise.allSettled([deleteMemberPages(accountId), removePagesSavedBy(accountId)]);
}
