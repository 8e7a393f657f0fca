import { useId, useState } from 'react';

import { ConfirmDialog } from '#islands/ui/dialog/ConfirmDialog.tsx';
import { Modal } from '#islands/ui/dialog/Modal.tsx';

import { PostForm } from './PostForm.tsx';
import { useNewPost } from './use-new-post.ts';

/** Where a member writes a post. It is empty whenever it opens; closing it with input in it asks first. */
export default function PostDialog({ onClose }: { onClose: () => void }) {
  const titleId = useId();
  const post = useNewPost(onClose);
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
          detail="What you wrote and the pictures you chose will be gone."
          cancelLabel="Keep writing"
          confirmLabel="Discard"
          onCancel={() => setConfirmKey(0)}
          onConfirm={post.close}
        />
      )}
    </Modal>
  );
}
