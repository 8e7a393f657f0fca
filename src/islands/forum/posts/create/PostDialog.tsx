import { useId, useState } from 'react';

import { WithDraft } from '#islands/forum/dialogs/WithDraft.tsx';
import { ConfirmDialog } from '#islands/ui/dialog/ConfirmDialog.tsx';
import { Modal } from '#islands/ui/dialog/Modal.tsx';
import { isStarted, openPostDraft } from '#lib/client/drafts/post-draft.ts';
import { withPurpose } from '#lib/client/drafts/purpose.ts';
import { getViewerId } from '#lib/client/http/viewer-id.ts';
import type { PostBeginning } from '#lib/client/stores/view.ts';
import { t } from '#lib/messages/t.ts';

import { PostForm } from './PostForm.tsx';
import { partitionFiles } from './selected-images.ts';
import { type CheckedPostDraft, useNewPost } from './use-new-post.ts';

interface Props {
  onClose: () => void;
}

/** The question on closing: photos that are not stored would be lost with the dialog. */
const questionOf = ({ images: { notStored, selected }, putAway }: ReturnType<typeof useNewPost>) =>
  notStored && selected.length > 0
    ? { question: t('compose.discard_post'), detail: t('compose.discard_detail') }
    : {
        question: t('compose.save_question'),
        detail: t('compose.save_detail'),
        saving: { label: t('compose.save_draft'), onSave: () => void putAway() },
      };

/** @param draft what was written before */
function OpenPostDialog({ draft, onClose }: Props & { draft: CheckedPostDraft }) {
  const titleId = useId();
  const post = useNewPost(draft, onClose);
  const [confirmKey, setConfirmKey] = useState(0);
  const onRequestClose = () => (post.isEmpty ? post.close() : setConfirmKey(confirmKey + 1));
  return (
    <Modal labelledBy={titleId} onRequestClose={onRequestClose}>
      <PostForm titleId={titleId} post={post} onRequestClose={onRequestClose} />
      {confirmKey > 0 && (
        <ConfirmDialog
          // A new element each time, so that it opens above the other dialog.
          key={confirmKey}
          {...questionOf(post)}
          cancelLabel={t('compose.keep_writing')}
          confirmLabel={t('compose.discard')}
          onCancel={() => setConfirmKey(0)}
          onConfirm={post.close}
        />
      )}
    </Modal>
  );
}

/** Loads the draft of a post, and checks photos shared from another app as if they had been selected. */
async function readPost(begins: PostBeginning): Promise<CheckedPostDraft> {
  const { shared, ...draft } = await openPostDraft(getViewerId(), begins === 'shared');
  // A draft begun for another purpose takes precedence.
  if (begins === 'have' && !isStarted(draft))
    draft.text = { ...draft.text, ...withPurpose(draft.text, begins) };
  return { ...draft, shared: shared.length > 0 ? await partitionFiles(shared) : null };
}

/**
 * The dialog to write a post. It continues the draft; closing it with input asks what to do with that input.
 * @param begins the purpose of the post
 */
const PostDialog = ({ begins = '', onClose }: Props & { begins?: PostBeginning }) => (
  <WithDraft read={() => readPost(begins)}>
    {(draft) => <OpenPostDialog draft={draft} onClose={onClose} />}
  </WithDraft>
);
export default PostDialog;
