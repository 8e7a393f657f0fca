// What a page shows includes what waits in the outbox: read again from the server, it would be missing.
import { isWaiting, type OutboxAction, type OutboxEntry } from '#lib/client/outbox/outbox-entry.ts';
import { useAtom } from '#lib/client/outbox/use-atom.ts';
import { outboxEntries } from '#lib/client/stores/outbox.ts';
import type { ForumProfile } from '#lib/contract/members.ts';
import type { Post } from '#lib/contract/posts.ts';

const NONE: OutboxEntry[] = [];

const useWaiting = <T>(pick: (action: OutboxAction) => T | undefined): T | undefined =>
  useAtom(outboxEntries, NONE)
    .filter(isWaiting)
    .map(({ action }) => pick(action))
    .findLast((found) => found !== undefined);

/** A post as it is once a like that waits, or its removal, is sent. */
export function useWaitingLike(post: Post): Post {
  const isLiked = useWaiting((action) =>
    action.kind === 'like' && action.postId === post.post_id ? action.isLiked : undefined,
  );
  if (isLiked === undefined || isLiked === post.is_liked) return post;
  return { ...post, is_liked: isLiked, likes: post.likes + (isLiked ? 1 : -1) };
}

/** A profile as it is once a follow that waits, or its removal, is sent. */
export function useWaitingFollow(profile: ForumProfile): ForumProfile {
  const followed = useWaiting((action) =>
    action.kind === 'follow' && action.memberId === profile.account_id
      ? action.isFollowed
      : undefined,
  );
  return followed === undefined ? profile : { ...profile, followed };
}
