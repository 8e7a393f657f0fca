import { useId } from 'react';

import { ConfirmDialog } from '#islands/ui/dialog/ConfirmDialog.tsx';
import { Modal } from '#islands/ui/dialog/Modal.tsx';

import { PostForm } from './PostForm.tsx';
import { useNewPost } from './use-new-post.ts';

interface Props {
  /** whose post it will be */
  viewerId: string;
  onClose: () => void;
}

/** Where a member writes a post (spec 5). It is empty whenever it opens; leaving with something in it asks. */
export function PostDialog({ viewerId, onClose }: Props) {
  const titleId = useId();
  const post = useNewPost(viewerId, onClose);
  return (
    <Modal labelledBy={titleId} onRequestClose={post.onRequestClose}>
      <PostForm
        titleId={titleId}
        draft={post.draft}
        images={post.images}
        sending={post.sender.sending}
        isReady={post.isReady}
        onSubmit={post.onSubmit}
        onCancel={post.sender.cancel}
        onRequestClose={post.onRequestClose}
      />
      {post.confirmKey > 0 && (
        <ConfirmDialog
          // Asked anew, it is a new dialog: above the other one, wherever the browser had put that.
          key={post.confirmKey}
          question="Discard this post?"
          detail="What you wrote and the pictures you chose will be gone."
          cancelLabel="Keep writing"
          confirmLabel="Discard"
          onCancel={post.onKeepEditing}
          onConfirm={post.close}
        />
      )}
    </Modal>
  );
}
