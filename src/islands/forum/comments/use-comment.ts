import { useStore } from '@nanostores/react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

import { useWaiting } from '#islands/forum/use-waiting.ts';
import { hasDatabase } from '#lib/client/device/has-database.ts';
import type { CommentDraft, DraftId } from '#lib/client/drafts/draft.ts';
import { clearDraft, readDraft, saveDraft } from '#lib/client/drafts/drafts.ts';
import { commentMutation, type NewComment } from '#lib/client/forum/comments.ts';
import { invalidatePost } from '#lib/client/forum/post-cache.ts';
import { isSignedOut } from '#lib/client/http/api-error.ts';
import { idempotencyKeyFor } from '#lib/client/idempotency-keys.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { hasSessionEnded } from '#lib/client/stores/login.ts';
import { isBlank } from '#lib/contract/characters.ts';
import type { Comment } from '#lib/contract/forum/comments.ts';
import type { Post } from '#lib/contract/forum/posts.ts';
import { POST_MESSAGES } from '#lib/contract/messages/posts.ts';
import type { Account } from '#lib/contract/people/members.ts';

/** Joins the saved draft and the text typed before it was loaded, so that neither is lost. */
function joinTexts(draft: string, typed: string): string {
  if (draft.includes(typed)) return draft;
  return typed.includes(draft) ? typed : `${draft}\n${typed}`;
}

type CommentDraftId = DraftId<`comment:${string}`>;

const read = async (id: CommentDraftId): Promise<CommentDraft> =>
  ((await hasDatabase()) ? await readDraft(id) : undefined) ?? EMPTY;

/** @param draft null deletes it */
const save = (id: CommentDraftId, draft: CommentDraft | null): void =>
  void (draft ? saveDraft(id, draft) : clearDraft(id));

const EMPTY: CommentDraft = { text: '', sent: {} };

/** A ref for a field that takes over the text typed before hydration; React would overwrite it. */
function useEarlyText(takeText: (text: string) => void) {
  const field = useRef<HTMLTextAreaElement>(null);
  const take = useEffectEvent(() => {
    if (field.current?.value) takeText(field.current.value);
  });
  useLayoutEffect(() => take(), []);
  return field;
}

/** Loads the saved draft, or an empty one, when the page opens. */
function useSavedDraft(id: CommentDraftId, onRead: (saved: CommentDraft) => void) {
  const start = useEffectEvent(() => read(id).catch(() => EMPTY));
  const take = useEffectEvent(onRead);
  useEffect(() => {
    void start().then((saved) => take(saved));
  }, []);
}

/** The draft in the field. `latest` also has what was typed since the last render, so that it can be saved. */
function useDraftState() {
  const [draft, setDraft] = useState(EMPTY);
  const latest = useRef(draft);
  const show = (next: CommentDraft) => {
    latest.current = next;
    setDraft(next);
  };
  return { draft, latest, show };
}

/**
 * The comment being written. Its draft stays saved until it is sent.
 * @param onRead called with the saved draft once it is in the field
 */
function useCommentDraft(
  accountId: string,
  postId: string,
  onRead: (stored: CommentDraft) => void,
) {
  const id = { accountId, kind: `comment:${postId}` } as const;
  const [isRead, setIsRead] = useState(false);
  const isReadNow = useRef(false);
  const { draft, latest, show } = useDraftState();
  const change = (next: CommentDraft) => {
    show(next);
    // Saving before the draft is loaded would overwrite it.
    if (isReadNow.current) save(id, next);
  };
  const field = useEarlyText((text) => show({ ...EMPTY, text }));
  useSavedDraft(id, (stored) => {
    const joined = { ...stored, text: joinTexts(stored.text, latest.current.text) };
    isReadNow.current = true;
    show(joined);
    setIsRead(true);
    if (joined.text !== stored.text) save(id, joined);
    onRead(stored);
  });

  return {
    draft,
    isRead,
    field,
    write: (text: string) => change({ ...latest.current, text }),
    /** empties the field without deleting the saved draft */
    take: (): { idempotencyKey: string; restore: () => void } => {
      const { key, draft: sent } = idempotencyKeyFor(draft, draft.text.trim());
      change(sent);
      show(EMPTY);
      return { idempotencyKey: key, restore: () => change(sent) };
    },
    clear: () => save(id, null),
  };
}

const DOUBLE_PRESS_MS = 1000;

/** The second click of a double click finds an empty field. */
const isSecondPress = (sentAt: number) => Date.now() - sentAt < DOUBLE_PRESS_MS;

const asComment = (
  { content, idempotencyKey }: NewComment,
  account: Account,
  sentAt: number,
): Comment => ({
  comment_id: idempotencyKey,
  content,
  created_at: new Date(sentAt).toISOString(),
  edited_at: null,
  account,
});

/** The status of the last comment, which may enter and leave the outbox. */
function useSendStatus(
  postId: string,
  { isPending, data }: { isPending: boolean; data: Comment | null | undefined },
): 'sending' | 'waiting' | 'sent' | null {
  const waiting = useWaiting(({ action }) =>
    action.kind === 'comment' && action.postId === postId ? action : undefined,
  );
  if (isPending) return 'sending';
  if (data) return 'sent';
  return data === null && waiting.length > 0 ? 'waiting' : null;
}

/** A page rendered while a comment was being sent may not count it. */
const refetchIfSent = (postId: string) => (saved: CommentDraft) => {
  if (Object.keys(saved.sent).length > 0) invalidatePost(queryClient(), postId);
};

/** Runs a function once the saved draft is loaded, so that an earlier draft is part of what is sent. */
function useOnceRead(isRead: boolean, run: () => void): () => void {
  const isRequested = useRef(false);
  const runRequested = useEffectEvent(() => {
    if (isRequested.current) run();
    isRequested.current = false;
  });
  useEffect(() => {
    if (isRead) runRequested();
  }, [isRead]);
  return () => {
    if (isRead) run();
    else isRequested.current = true;
  };
}

/**
 * The comment a member writes. It appears in the list while it is sent, and returns to the field on failure.
 * @param onSend called when a comment is sent
 */
export function useComment(viewer: Account, post: Post, onSend: () => void) {
  const { post_id: postId, title: subject } = post;
  const { draft, ...saved } = useCommentDraft(viewer.account_id, postId, refetchIfSent(postId));
  const { mutateAsync, ...mutation } = useMutation(commentMutation(postId), queryClient());
  const [error, setError] = useState('');
  const send = async (content: string) => {
    const isResent = Object.hasOwn(draft.sent, content);
    const { idempotencyKey, restore } = saved.take();
    onSend();
    try {
      await mutateAsync({ content, idempotencyKey, subject });
    } catch {
      return restore();
    }
    saved.clear();
    // The first attempt may have reached the server.
    if (isResent) invalidatePost(queryClient(), postId);
  };
  const submit = useOnceRead(saved.isRead, () => {
    const content = draft.text.trim();
    if (mutation.isPending || (!content && isSecondPress(mutation.submittedAt))) return;
    if (isBlank(content)) setError(POST_MESSAGES.comment_required);
    else void send(content);
  });
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
    status: useSendStatus(postId, mutation),
    error,
    mustSignIn: useStore(hasSessionEnded, { ssr: 'initial' }) && isSignedOut(mutation.error),
  };
}
