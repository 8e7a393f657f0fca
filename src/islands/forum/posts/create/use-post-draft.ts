import { useState } from 'react';

import {
  type PostDraft,
  clearDraft,
  saveDraft,
  idempotencyKeyFor,
  readDraft,
  type DraftId,
} from '#lib/client/drafts/drafts.ts';
import type { PostInput } from '#lib/contract/posts.ts';

/**
 * Title and description of a post that is being written. They outlive a reload (design 1).
 * @param id where they are kept
 * @param initial what to begin with
 */
export function usePostDraft(id: DraftId, initial?: PostInput) {
  const [draft, setDraft] = useState(() => readDraft(id, initial));
  const save = (next: PostDraft) => {
    setDraft(next);
    saveDraft(id, next);
  };
  const write = (change: Partial<PostInput>) => save({ ...draft, ...change });
  /** @param pictures what tells those that go along from others */
  const idempotencyKeyWith = (images: string[]) => {
    const content = [draft.title.trim(), draft.description.trim(), ...images];
    const { key, draft: next } = idempotencyKeyFor(draft, JSON.stringify(content));
    save(next);
    return key;
  };
  return {
    draft,
    write,
    idempotencyKeyWith,
    /** for when it is posted or thrown away */
    clear: () => clearDraft(id),
    isEmpty: !draft.title.trim() && !draft.description.trim(),
    isComplete: Boolean(draft.title.trim() && draft.description.trim()),
  };
}
