import { useStore } from '@nanostores/react';

import { kindOf, type OutboxAction } from '#lib/client/outbox/outbox-actions.ts';
import type { OutboxEntry } from '#lib/client/outbox/outbox-rules.ts';
import { outboxEntries } from '#lib/client/stores/outbox.ts';
import type { Post } from '#lib/contract/forum/posts.ts';
import type { ForumProfile } from '#lib/contract/people/members.ts';

/**
 * Maps the entries of the outbox, oldest first. Responses of the server do not include them.
 * @param pick returns undefined to leave an entry out
 */
export const useWaiting = <T>(pick: (entry: OutboxEntry) => T | undefined): T[] =>
  useStore(outboxEntries, { ssr: 'initial' })
    .map((entry) => pick(entry))
    .filter((found) => found !== undefined);

/** Applies the last waiting action about something to its data. */
function useWaitingOne<S extends object>(shown: S, isAbout: (action: OutboxAction) => boolean): S {
  const [action] = useWaiting((entry) => (isAbout(entry.action) ? entry.action : undefined)).slice(
    -1,
  );
  return action ? ((kindOf(action).show?.(action)(shown) as S | undefined) ?? shown) : shown;
}

/** The post with the likes and saves that wait in the outbox. */
export function useWaitingPost(post: Post): Post {
  const isAbout = (kind: 'like' | 'save') => (action: OutboxAction) =>
    action.kind === kind && action.postId === post.post_id;
  return useWaitingOne(useWaitingOne(post, isAbout('like')), isAbout('save'));
}

/** The profile with the follow or unfollow that waits in the outbox. */
export const useWaitingFollow = (profile: ForumProfile): ForumProfile =>
  useWaitingOne(
    profile,
    (action) => action.kind === 'follow' && action.memberId === profile.account_id,
  );
