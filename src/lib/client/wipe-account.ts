import { deleteMemberPages } from './offline/delete-member-pages.ts';
import { removePagesSavedBy } from './offline/remove-pages-saved-by.ts';

/**
 * Deletes what this browser has stored of an account, and nothing of others: when the member signs out, with or without
 * a connection. Whatever stores data of an account in the browser has a line here.
 */
export async function wipeAccount(accountId: string): Promise<void> {
  await Promise.allSettled([deleteMemberPages(accountId), removePagesSavedBy(accountId)]);
}
