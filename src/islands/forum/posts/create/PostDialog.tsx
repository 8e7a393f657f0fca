import { useId } from 'react';

import { Confirm } from '#islands/ui/dialog/ConfirmDialog.tsx';
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
    <Modal labelledBy={titleId} onLeave={post.onLeave}>
      <PostForm
        titleId={titleId}
        words={post.words}
        pictures={post.pictures}
        sending={post.sender.sending}
        isReady={post.isReady}
        onSubmit={post.onSubmit}
        onCancel={post.sender.cancel}
        onLeave={post.onLeave}
      />
      {post.asks > 0 && (
        <Confirm
          // Asked anew, it is a new dialog: above the other one, wherever the browser had put that.
          key={post.asks}
          question="Discard this post?"
          detail="What you wrote and the pictures you chose will be gone."
          no="Keep writing"
          yes="Discard"
          onNo={post.onStay}
          onYes={post.close}
        />
      )}
    </Modal>
  );
}
