import { useState } from 'react';

import type { DraftId, PostDraft } from '#lib/client/drafts/draft.ts';
import { clearDraft, saveDraft } from '#lib/client/drafts/drafts.ts';
import { postContent } from '#lib/client/drafts/post-form.ts';
import { idempotencyKeyFor } from '#lib/client/idempotency-keys.ts';
import { isBlank } from '#lib/contract/characters.ts';

/**
 * Title and description of a post that is being written.
 * @param initial what was read
 */
export function usePostDraft<D extends PostDraft>(
  id: DraftId<'post' | `update:${string}`>,
  initial: D,
) {
  const [values, setValues] = useState(initial);
  const save = (next: D) => {
    setValues(next);
    void saveDraft(id, next);
  };
  const write = (change: Partial<Omit<PostDraft, 'sent'>>) => save({ ...values, ...change });
  /** @param fingerprints of the images that are sent too @param alts what they show */
  const idempotencyKeyWith = (fingerprints: string[], alts: string[]) => {
    const content = postContent({ ...values, alts }, fingerprints);
    const { key, draft } = idempotencyKeyFor(values, content);
    save(draft);
    return key;
  };
  return {
    values,
    write,
    describe: (photo: string, alt: string) => write({ alts: { ...values.alts, [photo]: alt } }),
    idempotencyKeyWith,
    clear: () => clearDraft(id),
    isEmpty: isBlank(values.title) && isBlank(values.description),
    isComplete: !isBlank(values.title) && !isBlank(values.description),
  };
}
