import { useId } from 'react';

import { Modal } from '#islands/ui/dialog/Modal.tsx';
import { ModalHeader } from '#islands/ui/dialog/ModalHeader.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { isActive } from '#lib/contract/exchange/listing-states.ts';
import type { Post } from '#lib/contract/forum/posts.ts';
import { postSheetPath } from '#lib/contract/paths.ts';

import { CopyLink } from './CopyLink.tsx';
import { publicUrl } from './public-url.ts';

import styles from './SharePost.module.css';

/** The link to the public page of a listing, for those who are no members. */
const PublicLink = ({ post }: { post: Post }) => (
  <>
    <p>
      Anyone can open this page. It shows the title, the first photo, and what, how much, and where.
    </p>
    <CopyLink
      url={publicUrl(post)}
      name="Public link"
      label="Copy public link"
      copiedLabel="Public link copied"
    />
  </>
);

interface Props {
  post: Post;
  /** it was published just now */
  isNew?: boolean | undefined;
  onClose: () => void;
}

/** The system's way to share a link: to another app, where the device has one. */
function ShareSheetButton({ title, url }: { title: string; url: string }) {
  // A sheet that is closed rejects.
  const share = () => void navigator.share({ title, url }).catch(() => null);
  if (!('share' in navigator)) return null;
  return (
    <button type="button" className="button quiet" onClick={share}>
      <Icon path={ICONS.share} />
      Share…
    </button>
  );
}

/** The link of a post, to be copied, sent with another app, or printed as a QR code. */
export function SharePost({ post, isNew = false, onClose }: Props) {
  const id = useId();
  const isListed = post.listing !== null && isActive(post.listing.status);
  return (
    <Modal labelledBy={id} onRequestClose={onClose} shape="card">
      <ModalHeader id={id} title="Share post" onClose={onClose} />
      <div className={styles.share}>
        {isNew && <p className={styles.new}>Your post is up. Let people know about it.</p>}
        <p>{post.title}</p>
        <CopyLink
          url={post.share_link}
          name="Link to the post"
          label="Copy Link"
          copiedLabel="Link Copied"
          isMain
        />
        <div className={styles.ways}>
          <ShareSheetButton title={post.title} url={isListed ? publicUrl(post) : post.share_link} />
          <a className="button quiet" href={postSheetPath(post.post_id)}>
            <Icon path={ICONS.qr} />
            QR code to print
          </a>
        </div>
        {isListed ? <PublicLink post={post} /> : <small>Members can open this link.</small>}
      </div>
    </Modal>
  );
}
