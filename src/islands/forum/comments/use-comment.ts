import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { commentMutation, type NewComment } from '#lib/client/comments.ts';
import { isSignedOut } from '#lib/client/http/api-error.ts';
import { invalidatePost } from '#lib/client/post-cache.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import type { Comment } from '#lib/contract/comments.ts';
import type { Account } from '#lib/contract/members.ts';
import { POST_MESSAGES } from '#lib/contract/messages/posts.ts';

import { useCommentDraft, useRefetchAfterResend } from './use-comment-draft.ts';

const DOUBLE_PRESS_MS = 1000;

/** The second press of two finds the field empty. */
const isSecondPress = (sentAt: number) => Date.now() - sentAt < DOUBLE_PRESS_MS;

const asComment = (
  { content, idempotencyKey }: NewComment,
  account: Account,
  sentAt: number,
): Comment => ({
  comment_id: idempotencyKey,
  content,
  created_at: new Date(sentAt).toISOString(),
  account,
});

/**
 * The comment a member writes. It is in the list while it is sent, and back in the field when that fails.
 * @param onSend called when one is sent
 */
export function useComment(viewer: Account, postId: string, onSend: () => void) {
  const { draft, ...saved } = useCommentDraft(viewer.account_id, postId);
  useRefetchAfterResend(viewer.account_id, postId);
  const { mutateAsync, ...mutation } = useMutation(commentMutation(postId), queryClient());
  const [error, setError] = useState('');

  const send = async (content: string) => {
    const isResent = Object.hasOwn(draft.sent, content);
    const { idempotencyKey, restore } = saved.take();
    onSend();
    try {
      await mutateAsync({ content, idempotencyKey });
    } catch {
      return restore();
    }
    saved.clear();
    // The first request may have been counted.
    if (isResent) invalidatePost(queryClient(), postId);
  };
  const submit = () => {
    const content = draft.text.trim();
    if (mutation.isPending || (!content && isSecondPress(mutation.submittedAt))) return undefined;
    return content ? void send(content) : setError(POST_MESSAGES.comment_required);
  };
  const write = (text: string) => {
    setError('');
    saved.write(text);
  };
  const { isPending, variables, submittedAt } = mutation;
  return {
    text: draft.text,
    field: saved.field,
    write,
    submit,
    sending: isPending ? asComment(variables, viewer, submittedAt) : null,
    isSent: mutation.isSuccess,
    error,
    mustSignIn: isSignedOut(mutation.error),
  };
}
