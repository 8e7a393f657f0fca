import { useId, useState } from 'react';

import { WithDraft } from '#islands/forum/dialogs/WithDraft.tsx';
import { ConfirmDialog } from '#islands/ui/dialog/ConfirmDialog.tsx';
import { Modal } from '#islands/ui/dialog/Modal.tsx';
import { type NewPostDraft, readPostDraft } from '#lib/client/drafts/post-draft.ts';
import { getViewerId } from '#lib/client/http/viewer-id.ts';

import { PostForm } from './PostForm.tsx';
import { useNewPost } from './use-new-post.ts';

interface Props {
  onClose: () => void;
}

/** @param draft what was written before */
function OpenPostDialog({ draft, onClose }: Props & { draft: NewPostDraft }) {
  const titleId = useId();
  const post = useNewPost(draft, onClose);
  const [confirmKey, setConfirmKey] = useState(0);
  const onRequestClose = () => (post.isEmpty ? post.close() : setConfirmKey(confirmKey + 1));
  return (
    <Modal labelledBy={titleId} onRequestClose={onRequestClose}>
      <PostForm titleId={titleId} post={post} onRequestClose={onRequestClose} />
      {confirmKey > 0 && (
        <ConfirmDialog
          // A new dialog each time, so that it is above the other one.
          key={confirmKey}
          question="Discard this post?"
          detail="Your text and photos will be lost."
          cancelLabel="Keep writing"
          confirmLabel="Discard"
          onCancel={() => setConfirmKey(0)}
          onConfirm={post.close}
        />
      )}
    </Modal>
  );
}

/** The dialog to write a post. It continues an unfinished one; closing it with unsaved input requires confirmation. */
const PostDialog = ({ onClose }: Props) => (
  <WithDraft read={() => readPostDraft(getViewerId())}>
    {(draft) => <OpenPostDialog draft={draft} onClose={onClose} />}
  </WithDraft>
);
export default PostDialog;
