import { useCallback, useEffect, useState } from 'react';

import { isStarted, type NewPostDraft, readPostDraft } from '#lib/client/drafts/post-draft.ts';
import { outboxEntries } from '#lib/client/stores/outbox.ts';
import { openView } from '#lib/client/stores/view.ts';

/**
 * The unfinished post of a member. It is read again when a dialog closes, and when the outbox changes.
 * @returns `unfinished`: null when there is none
 */
export function useUnfinishedPost(accountId: string) {
  const [draft, setDraft] = useState<NewPostDraft | null>(null);
  const refresh = useCallback(async () => {
    const stored = await readPostDraft(accountId);
    setDraft(isStarted(stored) ? stored : null);
  }, [accountId]);
  useEffect(() => {
    const stopView = openView.subscribe((view) => {
      if (!view) void refresh();
    });
    const stopEntries = outboxEntries.listen(() => void refresh());
    return () => {
      stopView();
      stopEntries();
    };
  }, [refresh]);
  return { unfinished: draft, refresh };
}
