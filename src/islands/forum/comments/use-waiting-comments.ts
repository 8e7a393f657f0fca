import { useWaiting } from '#islands/forum/use-waiting.ts';
import type { Comment } from '#lib/contract/forum/comments.ts';
import type { Account } from '#lib/contract/people/members.ts';

/**
 * The comments on a post that wait in the outbox, without those that had arrived although their response was lost.
 * @param listed the comments that the server sent
 */
export function useWaitingComments(account: Account, postId: string, listed: Comment[]): Comment[] {
  const isListed = (content: string) =>
    listed.some(
      (each) => each.account.account_id === account.account_id && each.content === content,
    );
  return useWaiting(({ id, action, savedAt, mayHaveArrived }) => {
    if (action.kind !== 'comment' || action.postId !== postId) return undefined;
    const { content } = action;
    if (mayHaveArrived && isListed(content)) return undefined;
    const created_at = new Date(savedAt).toISOString();
    return { comment_id: String(id), content, created_at, edited_at: null, account };
  });
}
