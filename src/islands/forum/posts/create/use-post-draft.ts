import { useState } from 'react';

import {
  type Draft,
  dropDraft,
  keepDraft,
  keyFor,
  readDraft,
  type Slot,
} from '#lib/client/drafts/drafts.ts';
import type { PostInput } from '#lib/contract/posts.ts';

/**
 * Title and description of a post that is being written. They outlive a reload (design 1).
 * @param slot where they are kept
 * @param otherwise what to begin with
 */
export function useWords(slot: Slot, otherwise?: PostInput) {
  const [draft, setDraft] = useState(() => readDraft(slot, otherwise));
  const keep = (next: Draft) => {
    setDraft(next);
    keepDraft(slot, next);
  };
  const write = (change: Partial<PostInput>) => keep({ ...draft, ...change });
  /** @param pictures what tells those that go along from others */
  const keyWith = (pictures: string[]) => {
    const content = [draft.title.trim(), draft.description.trim(), ...pictures];
    const { key, draft: next } = keyFor(draft, JSON.stringify(content));
    keep(next);
    return key;
  };
  return {
    draft,
    write,
    keyWith,
    /** for when it is posted or thrown away */
    forget: () => dropDraft(slot),
    isEmpty: !draft.title.trim() && !draft.description.trim(),
    isComplete: Boolean(draft.title.trim() && draft.description.trim()),
  };
}
