import { useId } from 'react';

import { Modal } from '#islands/ui/dialog/Modal.tsx';
import { ModalHeader } from '#islands/ui/dialog/ModalHeader.tsx';
import { isActive } from '#lib/contract/listing-states.ts';
import type { Post } from '#lib/contract/posts.ts';

import { CopyLink } from './CopyLink.tsx';
import { PublicLink } from './PublicLink.tsx';

import styles from './SharePost.module.css';

/** The link of a post, to be copied. */
export function SharePost({ post, onClose }: { post: Post; onClose: () => void }) {
  const id = useId();
  return (
    <Modal labelledBy={id} onRequestClose={onClose} shape="card">
      <ModalHeader id={id} title="Share post" onClose={onClose} />
      <div className={styles.share}>
        <p>{post.title}</p>
        <CopyLink
          url={post.share_link}
          name="Link to the post"
          label="Copy Link"
          copiedLabel="Link Copied"
          isFocused
        />
        {post.listing && isActive(post.listing.status) && <PublicLink post={post} />}
      </div>
    </Modal>
  );
}
