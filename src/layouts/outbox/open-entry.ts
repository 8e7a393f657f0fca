import { loadDialog, openDialog } from '#islands/forum/dialogs/open-dialog.ts';
import { transact } from '#lib/client/device/database.ts';
import { readDraft } from '#lib/client/drafts/drafts.ts';
import type { CachedPosts } from '#lib/client/forum/post-cache.ts';
import { postQuery } from '#lib/client/forum/posts.ts';
import { isNotFound } from '#lib/client/http/api-error.ts';
import { kindOf } from '#lib/client/outbox/outbox-actions.ts';
import type { OutboxEntry } from '#lib/client/outbox/outbox-rules.ts';
import { announce } from '#lib/client/outbox/outbox-store.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import type { Post } from '#lib/contract/forum/posts.ts';

const postsIn = (cached: CachedPosts): Post[] =>
  'pages' in cached ? cached.pages.flatMap(({ posts }) => posts) : [cached];

/** A post in the cache, which may be outdated. */
const findCachedPost = (postId: string): Post | undefined =>
  queryClient()
    .getQueriesData<CachedPosts>({ queryKey: ['posts'] })
    .flatMap(([, cached]) => (cached ? postsIn(cached) : []))
    .find(({ post_id }) => post_id === postId);

/**
 * The current post or, offline, the cached one.
 * @throws ApiError when the post was deleted, or is not cached
 */
async function readPost({ accountId }: OutboxEntry, postId: string): Promise<Post> {
  // The default would wait for a connection.
  const query = { ...postQuery(accountId, postId), networkMode: 'always', retry: false } as const;
  try {
    return await queryClient().fetchQuery({ ...query, staleTime: 0 });
  } catch (error) {
    const cached = isNotFound(error) ? undefined : findCachedPost(postId);
    if (cached) return cached;
    throw error;
  }
}

/** Turns an entry back into a draft. */
async function moveToDraft(entry: OutboxEntry): Promise<void> {
  const { action, accountId, idempotencyKey: key } = entry;
  const drafts = await kindOf(action).toDrafts?.(action, {
    accountId,
    // Content that was rejected needs a new key.
    sentKeys: (content) => (entry.rejection === undefined ? { [content]: key } : {}),
    readDraft: (kind) => readDraft({ accountId, kind }),
  });
  await transact(['outbox', 'drafts'], (transaction) => {
    const written = transaction.objectStore('drafts');
    return Promise.all([
      ...(drafts ?? []).map((record) => written.put(record)),
      transaction.objectStore('outbox').delete(entry.id),
    ]);
  });
  await announce(accountId);
}

/** Opens the dialog of a waiting update. The entry stays until everything has loaded. */
async function editUpdate(entry: OutboxEntry, postId: string, opener: HTMLElement): Promise<void> {
  const [post] = await Promise.all([readPost(entry, postId), loadDialog('update')]);
  await moveToDraft(entry);
  await openDialog({ kind: 'update', post }, opener);
}

function openPage(page: string): void {
  if (location.pathname === new URL(page, location.href).pathname) location.reload();
  else location.assign(page);
}

/** Opens an entry for editing; the dialog of a new post opens by `data-open-post`. */
export async function openEntry(entry: OutboxEntry, opener: HTMLElement): Promise<void> {
  const editor = kindOf(entry.action).edit?.(entry.action);
  if (!editor) return;
  if ('dialog' in editor && editor.dialog === 'update')
    return editUpdate(entry, editor.postId, opener);
  await moveToDraft(entry);
  if ('page' in editor) openPage(editor.page);
}
