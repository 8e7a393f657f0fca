import type { OutboxEntry } from '#lib/client/outbox/outbox-entry.ts';
import { useAtom } from '#lib/client/outbox/use-atom.ts';
import { outboxEntries } from '#lib/client/stores/outbox.ts';
import type { Comment } from '#lib/contract/comments.ts';
import type { Account } from '#lib/contract/members.ts';

const NONE: OutboxEntry[] = [];

/** Whether a comment whose response was lost is in the list: it had arrived. */
const hasArrived = ({ action, mayHaveArrived }: OutboxEntry, account: Account, listed: Comment[]) =>
  mayHaveArrived &&
  listed.some(
    (each) =>
      each.account.account_id === account.account_id &&
      action.kind === 'comment' &&
      each.content === action.content,
  );

/**
 * The comments on a post that wait in the outbox.
 * @param listed the comments that the page shows already
 */
export const useWaitingComments = (account: Account, postId: string, listed: Comment[]) =>
  useAtom(outboxEntries, NONE).flatMap((entry): Comment[] => {
    const { id, action, savedAt } = entry;
    if (action.kind !== 'comment' || action.postId !== postId) return [];
    if (hasArrived(entry, account, listed)) return [];
    const created_at = new Date(savedAt).toISOString();
    return [{ comment_id: String(id), content: action.content, created_at, account }];
  });
