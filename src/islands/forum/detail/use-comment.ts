import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { isSignedOut } from '#lib/client/call-failed.ts';
import { addComment } from '#lib/client/comments.ts';
import { dropDraft, keepDraft, readText, type TextDraft } from '#lib/client/drafts.ts';
import { hush, sayFailed } from '#lib/client/forum-toasts.ts';
import { newId } from '#lib/client/ids.ts';
import { forgetIfGone } from '#lib/client/post-cache.ts';
import { useHydrated } from '#lib/client/use-hydrated.ts';
import type { Comment } from '#lib/contract/comments.ts';
import type { Account } from '#lib/contract/members.ts';
import { COMMENT_MESSAGE } from '#lib/contract/messages.ts';

const EMPTY: TextDraft = { text: '', key: '' };

const asComment = ({ text, key }: TextDraft, account: Account): Comment => ({
  comment_id: key,
  content: text,
  created_at: new Date().toISOString(),
  account,
});

/** What is being written, kept until it is sent: a reload or a failed call loses nothing. */
function useKept(accountId: string, postId: string) {
  const slot = { accountId, what: `comment:${postId}` };
  const isHydrated = useHydrated();
  const [typed, setTyped] = useState<TextDraft | null>(null);
  return {
    // The server knows of no draft: the first drawing must do without it.
    draft: typed ?? (isHydrated ? readText(slot) : EMPTY),
    write: (text: string) => {
      // Other words are another comment: the server must not take them for the one it may have.
      const next = { text, key: newId() };
      setTyped(next);
      keepDraft(slot, next);
    },
    restore: setTyped,
    clear: () => setTyped(EMPTY),
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

  const send = async (draft: TextDraft) => {
    setSending(asComment(draft, viewer));
    setMustSignIn(false);
    kept.clear();
    hush();
    onSent();
    try {
      await addComment(client, postId, { content: draft.text, key: draft.key });
      kept.forget();
    } catch (thrown) {
      kept.restore(draft);
      setMustSignIn(isSignedOut(thrown));
      sayFailed(thrown);
      forgetIfGone(client, postId, thrown);
    } finally {
      setSending(null);
    }
  };
  const submit = () => {
    const { text, key } = kept.draft;
    if (!text.trim()) return setError(COMMENT_MESSAGE);
    if (!sending) void send({ text: text.trim(), key });
  };
  const write = (text: string) => {
    setError('');
    kept.write(text);
  };
  return { text: kept.draft.text, write, submit, sending, error, mustSignIn };
}
