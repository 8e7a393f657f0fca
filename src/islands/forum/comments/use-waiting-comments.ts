import type { OutboxEntry } from '#lib/client/outbox/outbox-entry.ts';
import { useAtom } from '#lib/client/outbox/use-atom.ts';
import { outboxEntries } from '#lib/client/stores/outbox.ts';
import type { Comment } from '#lib/contract/comments.ts';
import type { Account } from '#lib/contract/members.ts';

const NONE: OutboxEntry[] = [];

/** The comments on a post that wait in the outbox. */
export const useWaitingComments = (account: Account, postId: string): Comment[] =>
  useAtom(outboxEntries, NONE).flatMap(({ id, action, savedAt }) =>
    action.kind === 'comment' && action.postId === postId
      ? {
          comment_id: String(id),
          content: action.content,
          created_at: new Date(savedAt).toISOString(),
          account,
        }
      : [],
  );
