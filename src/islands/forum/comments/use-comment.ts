import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { addComment, type NewComment } from '#lib/client/comments.ts';
import {
  type CommentDraft,
  clearDraft,
  saveDraft,
  idempotencyKeyFor,
  readCommentDraft,
} from '#lib/client/drafts/drafts.ts';
import { isSignedOut } from '#lib/client/http/api-error.ts';
import { evictIfNotFound, invalidatePost } from '#lib/client/post-cache.ts';
import { dismissToasts, toastError } from '#lib/client/toasts/forum-toasts.ts';
import { useHydrated } from '#lib/client/use-hydrated.ts';
import type { Comment } from '#lib/contract/comments.ts';
import type { Account } from '#lib/contract/members.ts';
import { COMMENT_MESSAGE } from '#lib/contract/messages.ts';

const EMPTY: CommentDraft = { text: '', sent: {} };

const asComment = ({ content, idempotencyKey }: NewComment, account: Account): Comment => ({
  comment_id: idempotencyKey,
  content,
  created_at: new Date().toISOString(),
  account,
});

const slotOf = (accountId: string, postId: string) => ({ accountId, what: `comment:${postId}` });

/** What is being written, kept until it is sent: a reload or a failed call loses nothing. */
function useKept(accountId: string, postId: string) {
  const slot = slotOf(accountId, postId);
  const isHydrated = useHydrated();
  const [typed, setTyped] = useState<CommentDraft | null>(null);
  // The server knows of no draft: the first drawing must do without it.
  const draft = typed ?? (isHydrated ? readCommentDraft(slot) : EMPTY);
  const keep = (next: CommentDraft) => {
    setTyped(next);
    saveDraft(slot, next);
  };
  return {
    draft,
    write: (text: string) => keep({ ...draft, text }),
    /** empties the field; the draft stays, until it is forgotten */
    take: (): { key: string; restore: () => void } => {
      const { key, draft: sent } = idempotencyKeyFor(draft, draft.text.trim());
      keep(sent);
      setTyped(EMPTY);
      return { key, restore: () => setTyped(sent) };
    },
    forget: () => clearDraft(slot),
  };
}

/** A page that was drawn while a comment was on its way may not count it: then the post is read anew. */
function useRenewed(accountId: string, postId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const { sent } = readCommentDraft(slotOf(accountId, postId));
    if (Object.keys(sent).length > 0) invalidatePost(client, postId);
  }, [client, accountId, postId]);
}

/**
 * The comment a member writes. It stands in the list at once, and back in the field when its sending fails.
 * @param onSent told when one was sent
 */
export function useComment(viewer: Account, postId: string, onSent: () => void) {
  const client = useQueryClient();
  const kept = useKept(viewer.account_id, postId);
  useRenewed(viewer.account_id, postId);
  const [sending, setSending] = useState<Comment | null>(null);
  const [error, setError] = useState('');
  const [mustSignIn, setMustSignIn] = useState(false);

  const send = async (content: string) => {
    const isAgain = Object.hasOwn(kept.draft.sent, content);
    const { key: idempotencyKey, restore } = kept.take();
    setSending(asComment({ content, idempotencyKey }, viewer));
    setMustSignIn(false);
    dismissToasts();
    onSent();
    try {
      await addComment(client, postId, { content, idempotencyKey });
      kept.forget();
      // The first time may have been counted.
      if (isAgain) invalidatePost(client, postId);
    } catch (thrown) {
      restore();
      setMustSignIn(isSignedOut(thrown));
      toastError(thrown);
      evictIfNotFound(client, postId, thrown);
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
