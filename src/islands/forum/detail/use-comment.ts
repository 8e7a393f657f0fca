import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { isSignedOut } from '#lib/client/call-failed.ts';
import { addComment, type NewComment } from '#lib/client/comments.ts';
import {
  type CommentDraft,
  dropDraft,
  keepDraft,
  keyFor,
  readComment,
} from '#lib/client/drafts.ts';
import { hush, sayFailed } from '#lib/client/forum-toasts.ts';
import { forgetIfGone } from '#lib/client/post-cache.ts';
import { useHydrated } from '#lib/client/use-hydrated.ts';
import type { Comment } from '#lib/contract/comments.ts';
import type { Account } from '#lib/contract/members.ts';
import { COMMENT_MESSAGE } from '#lib/contract/messages.ts';

const EMPTY: CommentDraft = { text: '', sent: {} };

const asComment = ({ content, key }: NewComment, account: Account): Comment => ({
  comment_id: key,
  content,
  created_at: new Date().toISOString(),
  account,
});

/** What is being written, kept until it is sent: a reload or a failed call loses nothing. */
function useKept(accountId: string, postId: string) {
  const slot = { accountId, what: `comment:${postId}` };
  const isHydrated = useHydrated();
  const [typed, setTyped] = useState<CommentDraft | null>(null);
  // The server knows of no draft: the first drawing must do without it.
  const draft = typed ?? (isHydrated ? readComment(slot) : EMPTY);
  const keep = (next: CommentDraft) => {
    setTyped(next);
    keepDraft(slot, next);
  };
  return {
    draft,
    write: (text: string) => keep({ ...draft, text }),
    /** empties the field; the draft stays, until it is forgotten */
    take: (): { key: string; restore: () => void } => {
      const { key, draft: sent } = keyFor(draft, draft.text.trim());
      keep(sent);
      setTyped(EMPTY);
      return { key, restore: () => setTyped(sent) };
    },
    forget: () => dropDraft(slot),
  };
}

/**
 * The comment a member writes. It stands in the list at once, and back in the field when its sending fails.
 * @param onSent told when one was sent
 */
export function useComment(viewer: Account, postId: string, onSent: () => void) {
  const client = useQueryClient();
  const kept = useKept(viewer.account_id, postId);
  const [sending, setSending] = useState<Comment | null>(null);
  const [error, setError] = useState('');
  const [mustSignIn, setMustSignIn] = useState(false);

  const send = async (content: string) => {
    const { key, restore } = kept.take();
    setSending(asComment({ content, key }, viewer));
    setMustSignIn(false);
    hush();
    onSent();
    try {
      await addComment(client, postId, { content, key });
      kept.forget();
    } catch (thrown) {
      restore();
      setMustSignIn(isSignedOut(thrown));
      sayFailed(thrown);
      forgetIfGone(client, postId, thrown);
    } finally {
      setSending(null);
    }
  };
  const submit = () => {
    const text = kept.draft.text.trim();
    if (!text) return setError(COMMENT_MESSAGE);
    if (!sending) void send(text);
  };
  const write = (text: string) => {
    setError('');
    kept.write(text);
  };
  return { text: kept.draft.text, write, submit, sending, error, mustSignIn };
}
