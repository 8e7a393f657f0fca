import { useWaiting } from '#islands/forum/use-waiting.ts';
import type { ForumProfile } from '#lib/contract/members.ts';

/** A profile as it is once a follow that waits, or its removal, is sent. */
export function useWaitingFollow(profile: ForumProfile): ForumProfile {
  const followed = useWaiting(({ action }) =>
    action.kind === 'follow' && action.memberId === profile.account_id
      ? action.isFollowed
      : undefined,
  ).at(-1);
  return followed === undefined ? profile : { ...profile, followed };
}
