import { useState } from 'react';

import { type Draft, dropDraft, keepDraft, readDraft, type Slot } from '#lib/client/drafts.ts';
import type { PostInput } from '#lib/contract/posts.ts';

/**
 * Title and description of a post that is being written. They outlive a reload (design 1).
 * @param slot where they are kept
 * @param otherwise what to begin with
 */
export function useWords(slot: Slot, otherwise?: PostInput) {
  const [draft, setDraft] = useState(() => readDraft(slot, otherwise));
  const write = (change: Partial<Draft>) => {
    const next = { ...draft, ...change };
    setDraft(next);
    keepDraft(slot, next);
  };
  return {
    draft,
    write,
    /** for when it is posted or thrown away */
    forget: () => dropDraft(slot),
    isEmpty: !draft.title.trim() && !draft.description.trim(),
    isComplete: Boolean(draft.title.trim() && draft.description.trim()),
  };
}
