import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

import { hasDatabase } from '#lib/client/device/has-database.ts';
import type { CommentDraft, DraftId } from '#lib/client/drafts/draft.ts';
import { clearDraft, readDraft, saveDraft } from '#lib/client/drafts/drafts.ts';
import { idempotencyKeyFor } from '#lib/client/idempotency-keys.ts';

/** Joins a draft and what was typed before it was read: neither is lost. */
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

/** @returns a ref for a field. Until hydration it is the browser's; after it, React would write its own text into it. */
function useEarlyText(takeText: (text: string) => void) {
  const field = useRef<HTMLTextAreaElement>(null);
  const take = useEffectEvent(() => {
    if (field.current?.value) takeText(field.current.value);
  });
  useLayoutEffect(() => take(), []);
  return field;
}

/** Reads the saved draft, or an empty one, when the page has opened. */
function useSavedDraft(id: CommentDraftId, onRead: (saved: CommentDraft) => void) {
  const start = useEffectEvent(() => read(id).catch(() => EMPTY));
  const take = useEffectEvent(onRead);
  useEffect(() => {
    void start().then((saved) => take(saved));
  }, []);
}

/** The draft in the field. `latest` has also what was typed since the last render, so that it is saved. */
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
 * The comment that is being written. It is saved until it is sent.
 * @param onRead called with the saved one, once it is in the field
 */
export function useCommentDraft(
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
    // Before it is read, this would replace it.
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
    /** empties the field, but keeps the saved draft */
    take: (): { idempotencyKey: string; restore: () => void } => {
      const { key, draft: sent } = idempotencyKeyFor(draft, draft.text.trim());
      change(sent);
      show(EMPTY);
      return { idempotencyKey: key, restore: () => change(sent) };
    },
    clear: () => save(id, null),
  };
}
