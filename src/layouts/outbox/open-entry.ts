import { loadDialog, openDialog } from '#islands/forum/dialogs/open-dialog.ts';
import { isNotFound } from '#lib/client/http/api-error.ts';
import { editEntry } from '#lib/client/outbox/edit-entry.ts';
import { findCachedPost } from '#lib/client/outbox/find-cached-post.ts';
import type { OutboxEntry } from '#lib/client/outbox/outbox-entry.ts';
import { postQuery } from '#lib/client/posts.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { postPath } from '#lib/contract/paths.ts';
import type { Post } from '#lib/contract/posts.ts';

/**
 * The post as it is now or, without a connection, as this page knows it.
 * @throws ApiError when it is gone, or unknown here
 */
async function readPost({ accountId }: OutboxEntry, postId: string): Promise<Post> {
  const client = queryClient();
  // By default, it would wait for a connection.
  const query = { ...postQuery(accountId, postId), networkMode: 'always', retry: false } as const;
  try {
    return await client.fetchQuery({ ...query, staleTime: 0 });
  } catch (error) {
    const cached = isNotFound(error) ? undefined : findCachedPost(client, postId);
    if (cached) return cached;
    throw error;
  }
}

/** Opens the dialog with a waiting update. Until everything it needs is loaded, the entry remains. */
async function editUpdate(entry: OutboxEntry, postId: string, opener: HTMLElement): Promise<void> {
  const [post] = await Promise.all([readPost(entry, postId), loadDialog('update')]);
  await editEntry(entry);
  await openDialog({ kind: 'update', post }, opener);
}

/** Opens what an entry becomes: the post dialog opens by `data-open-post`, a comment is on the post's page. */
export async function openEntry(entry: OutboxEntry, opener: HTMLElement): Promise<void> {
  const { action } = entry;
  if (action.kind === 'update') return editUpdate(entry, action.postId, opener);
  await editEntry(entry);
  if (action.kind !== 'comment') return;
  const path = postPath(action.postId);
  if (location.pathname === path) location.reload();
  else location.assign(`${path}#comments`);
}
