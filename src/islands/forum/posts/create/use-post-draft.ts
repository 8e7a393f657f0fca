import { useRef, useState } from 'react';

import type { DraftId, PostDraft } from '#lib/client/drafts/draft.ts';
import { clearDraft, saveDraft } from '#lib/client/drafts/drafts.ts';
import { idempotencyKeyFor } from '#lib/client/idempotency-keys.ts';
import { isBlank } from '#lib/contract/characters.ts';

/**
 * The title and description of a post being written.
 * @param initial the loaded draft
 */
export function usePostDraft<D extends PostDraft>(
  id: DraftId<'post' | `update:${string}`>,
  initial: D,
) {
  const [values, setValues] = useState(initial);
  // Two changes may happen between two renders.
  const latest = useRef(initial);
  const save = (next: D) => {
    latest.current = next;
    setValues(next);
    return saveDraft(id, next);
  };
  const write = (change: Partial<Omit<PostDraft, 'sent'>>) =>
    void save({ ...latest.current, ...change });
  /** @param content the whole request */
  const idempotencyKeyOf = (content: string) => {
    const { key, draft } = idempotencyKeyFor(latest.current, content);
    void save(draft);
    return key;
  };
  return {
    values,
    write,
    describe: (photo: string, alt: string) =>
      write({ alts: { ...latest.current.alts, [photo]: alt } }),
    idempotencyKeyOf,
    /** resolves to whether the draft was stored */
    store: () => save(latest.current),
    clear: () => clearDraft(id),
    isComplete: !isBlank(values.title) && !isBlank(values.description),
  };
}
