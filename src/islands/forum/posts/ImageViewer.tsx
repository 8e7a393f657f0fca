import { useId } from 'react';

import { Modal } from '#islands/ui/dialog/Modal.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { Carousel } from '#islands/ui/media/Carousel.tsx';
import { DeferImages } from '#islands/ui/media/deferred-image.ts';
import type { Post } from '#lib/contract/posts.ts';

import styles from './ImageViewer.module.css';

interface Props {
  post: Post;
  /** the first image shown, from 0 */
  startIndex: number;
  /** the other images load when tapped */
  deferImages: boolean;
  onClose: () => void;
}

/** A post's images over the whole screen. */
export function ImageViewer({ post, startIndex, deferImages, onClose }: Props) {
  const id = useId();
  return (
    <Modal labelledBy={id} onRequestClose={onClose} shape="full">
      <h2 id={id} className="visually-hidden">
        Pictures: {post.title}
      </h2>
      <button
        type="button"
        className={`round on-picture ${styles.close}`}
        aria-label="Close"
        onClick={onClose}
      >
        <Icon path={ICONS.close} size={26} />
      </button>
      <DeferImages value={deferImages}>
        <Carousel
          isFullScreen
          startIndex={startIndex}
          images={post.attachments}
          title={post.title}
        />
      </DeferImages>
    </Modal>
  );
}
