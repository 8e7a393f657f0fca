import { useCallback, useEffect, useState } from 'react';

import { ConfirmDialog } from '#islands/ui/dialog/ConfirmDialog.tsx';
import {
  clearPostDraft,
  isStarted,
  type NewPostDraft,
  readPostDraft,
} from '#lib/client/drafts/post-draft.ts';
import { outboxEntries } from '#lib/client/stores/outbox.ts';
import { openView } from '#lib/client/stores/view.ts';

import styles from './Outbox.module.css';

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

interface Props {
  accountId: string;
  draft: NewPostDraft;
  onDiscard: () => void;
}

/** The post that the member has started and not sent. */
export function UnfinishedPost({ accountId, draft: { text, images }, onDiscard }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const discard = () => void clearPostDraft(accountId).then(onDiscard);
  const photos = images.length === 1 ? '1 photo' : `${images.length} photos`;
  return (
    <section className={styles.panel} aria-label="Unfinished post">
      <p>You have an unfinished post</p>
      <p className={styles.text} dir="auto">
        {text.title.trim() || text.description.trim() || photos}
      </p>
      <div className={styles.actions}>
        <button type="button" className="button" data-open-post>
          Continue
        </button>
        <button type="button" className="button quiet" onClick={() => setIsAsking(true)}>
          Discard
        </button>
      </div>
      {isAsking && (
        <ConfirmDialog
          question="Discard this post?"
          detail="Your text and photos will be lost."
          cancelLabel="Cancel"
          confirmLabel="Discard"
          onCancel={() => setIsAsking(false)}
          onConfirm={discard}
        />
      )}
    </section>
  );
}
