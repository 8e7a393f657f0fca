import { useState } from 'react';

import {
  clearDraft,
  type DraftId,
  idempotencyKeyFor,
  type PostDraft,
  readDraft,
  saveDraft,
} from '#lib/client/drafts/drafts.ts';
import type { PostInput } from '#lib/contract/posts.ts';

/**
 * Title and description of a post that is being written. They survive a reload.
 * @param initial the values when there is no draft
 */
export function usePostDraft(id: DraftId, initial?: PostInput) {
  const [values, setValues] = useState(() => readDraft(id, initial));
  const save = (next: PostDraft) => {
    setValues(next);
    saveDraft(id, next);
  };
  const write = (change: Partial<PostInput>) => save({ ...values, ...change });
  /** @param files the fingerprints of the images that are sent too */
  const idempotencyKeyWith = (files: string[]) => {
    const content = [values.title.trim(), values.description.trim(), ...files];
    const { key, draft } = idempotencyKeyFor(values, JSON.stringify(content));
    save(draft);
    return key;
  };
  return {
    values,
    write,
    idempotencyKeyWith,
    clear: () => clearDraft(id),
    isEmpty: !values.title.trim() && !values.description.trim(),
    isComplete: Boolean(values.title.trim() && values.description.trim()),
  };
}
