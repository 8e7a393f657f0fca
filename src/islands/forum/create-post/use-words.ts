import { useState } from 'react';

import { type Draft, dropDraft, keepDraft, readDraft } from '#lib/client/drafts.ts';

/** Title and description of the post that is being written. They outlive a reload (design 1). */
export function useWords(viewerId: string) {
  const [draft, setDraft] = useState(() => readDraft(viewerId));
  const write = (change: Partial<Draft>) => {
    const next = { ...draft, ...change };
    setDraft(next);
    keepDraft(viewerId, next);
  };
  return {
    draft,
    write,
    /** for when it is posted or thrown away */
    forget: () => dropDraft(viewerId),
    isEmpty: !draft.title.trim() && !draft.description.trim(),
    isComplete: Boolean(draft.title.trim() && draft.description.trim()),
  };
}
