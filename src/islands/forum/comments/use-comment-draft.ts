import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

import {
  clearDraft,
  type CommentDraft,
  type DraftId,
  idempotencyKeyFor,
  readCommentDraft,
  saveDraft,
} from '#lib/client/drafts/drafts.ts';
import { invalidatePost } from '#lib/client/post-cache.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { useHydrated } from '#lib/client/use-hydrated.ts';

const EMPTY: CommentDraft = { text: '', sent: {} };

const draftId = (accountId: string, postId: string): DraftId => ({
  accountId,
  kind: `comment:${postId}`,
});

/** Joins an earlier draft and what was typed before hydration: neither is lost. */
function joinTexts(draft: string, typed: string): string {
  if (draft.includes(typed)) return draft;
  return typed.includes(draft) ? typed : `${draft}\n${typed}`;
}

/** The comment that is being written. It is saved until it is sent: a reload or a failed request loses nothing. */
export function useCommentDraft(accountId: string, postId: string) {
  const id = draftId(accountId, postId);
  const isHydrated = useHydrated();
  const [typed, setTyped] = useState<CommentDraft | null>(null);
  // The server does not know the draft, and hydration needs the same markup.
  const draft = typed ?? (isHydrated ? readCommentDraft(id) : EMPTY);
  const save = (next: CommentDraft) => {
    setTyped(next);
    saveDraft(id, next);
  };
  const field = useRef<HTMLTextAreaElement>(null);
  // Before hydration the field is the browser's. After it, React would write its own text into it.
  const takeEarlyText = useEffectEvent(() => {
    const early = field.current?.value;
    if (!early) return;
    const stored = readCommentDraft(id);
    save({ ...stored, text: joinTexts(stored.text, early) });
  });
  useLayoutEffect(() => takeEarlyText(), []);
  return {
    draft,
    field,
    write: (text: string) => save({ ...draft, text }),
    /** empties the field, but keeps the saved draft */
    take: (): { idempotencyKey: string; restore: () => void } => {
      const { key, draft: sent } = idempotencyKeyFor(draft, draft.text.trim());
      save(sent);
      setTyped(EMPTY);
      return { idempotencyKey: key, restore: () => setTyped(sent) };
    },
    clear: () => clearDraft(id),
  };
}

/** A page that was rendered while a comment was sent may not count it: fetches the post again. */
export function useRefetchAfterResend(accountId: string, postId: string): void {
  useEffect(() => {
    const { sent } = readCommentDraft(draftId(accountId, postId));
    if (Object.keys(sent).length > 0) invalidatePost(queryClient(), postId);
  }, [accountId, postId]);
}
