import { setFollowed } from '#lib/client/follows.ts';
import { setLiked } from '#lib/client/likes.ts';
import { forumProfileQuery } from '#lib/client/members.ts';
import { updateCachedPost } from '#lib/client/post-cache.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { updateCached } from '#lib/client/query/update-cached.ts';
import type { ForumProfile } from '#lib/contract/members.ts';

import type { OutboxEntry } from './outbox-entry.ts';

/** Undoes what the page showed at once. @returns the key of the queries that it is in, if any */
function undoShown({ accountId, action }: OutboxEntry): readonly string[] | null {
  const client = queryClient();
  if (action.kind === 'like') {
    updateCachedPost(client, action.postId, setLiked(!action.isLiked));
    return ['posts'];
  }
  if (action.kind !== 'follow') return null;
  const { queryKey } = forumProfileQuery(accountId, action.memberId);
  updateCached<ForumProfile>(client, queryKey, setFollowed(!action.isFollowed));
  return queryKey;
}

/** Takes a like or a follow back on the page, because it will not be sent. */
export function undoEntry(entry: OutboxEntry): void {
  const queryKey = undoShown(entry);
  if (!queryKey || !entry.mayHaveArrived) return;
  // Only the server knows whether it has. Without a connection, that waits.
  const refetchType = navigator.onLine ? 'active' : 'none';
  void queryClient().invalidateQueries({ queryKey, refetchType });
}
