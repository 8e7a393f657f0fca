import { useStore } from '@nanostores/react';

import { kindOf, type OutboxAction } from '#lib/client/outbox/outbox-actions.ts';
import type { OutboxEntry } from '#lib/client/outbox/outbox-rules.ts';
import { outboxEntries } from '#lib/client/stores/outbox.ts';
import type { Post } from '#lib/contract/forum/posts.ts';
import type { ForumProfile } from '#lib/contract/people/members.ts';

/**
 * Finds entries of the outbox, oldest first: what the server sends is without them.
 * @param pick maps an entry; undefined leaves it out
 */
export const useWaiting = <T>(pick: (entry: OutboxEntry) => T | undefined): T[] =>
  useStore(outboxEntries, { ssr: 'initial' })
    .map((entry) => pick(entry))
    .filter((found) => found !== undefined);

/** What is shown, as it is once an action about it that waits is sent. */
function useWaitingOne<S extends object>(shown: S, isAbout: (action: OutboxAction) => boolean): S {
  const [action] = useWaiting((entry) => (isAbout(entry.action) ? entry.action : undefined)).slice(
    -1,
  );
  return action ? ((kindOf(action).show?.(action)(shown) as S | undefined) ?? shown) : shown;
}

/** A post as it is once what waits is sent: a like or its removal, and whether it is saved. */
export function useWaitingPost(post: Post): Post {
  const isAbout = (kind: 'like' | 'save') => (action: OutboxAction) =>
    action.kind === kind && action.postId === post.post_id;
  return useWaitingOne(useWaitingOne(post, isAbout('like')), isAbout('save'));
}

/** A profile as it is once a follow that waits, or its removal, is sent. */
export const useWaitingFollow = (profile: ForumProfile): ForumProfile =>
  useWaitingOne(
    profile,
    (action) => action.kind === 'follow' && action.memberId === profile.account_id,
  );
