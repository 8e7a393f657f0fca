import { useState } from 'react';

import { clearDraft, type DraftId, type PostDraft, saveDraft } from '#lib/client/drafts/drafts.ts';
import { postContent } from '#lib/client/drafts/post-draft.ts';
import { idempotencyKeyFor } from '#lib/client/idempotency-keys.ts';
import type { PostInput } from '#lib/contract/posts.ts';

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
  const write = (change: Partial<PostInput> & Pick<PostDraft, 'listing'>) =>
    save({ ...values, ...change });
  /** @param fingerprints of the images that are sent too */
  const idempotencyKeyWith = (fingerprints: string[]) => {
    const { key, draft } = idempotencyKeyFor(values, postContent(values, fingerprints));
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
