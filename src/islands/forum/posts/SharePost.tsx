import { useEffect, useId, useRef, useState } from 'react';

import { Modal } from '#islands/ui/dialog/Modal.tsx';
import { ModalHeader } from '#islands/ui/dialog/ModalHeader.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { copyText } from '#lib/client/clipboard.ts';
import type { Post } from '#lib/contract/posts.ts';

import styles from './SharePost.module.css';

const COPIED_MS = 2000;

/** Whether a text was copied in the last 2 seconds. */
function useCopied() {
  const [isCopied, setIsCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copied = () => {
    clearTimeout(timer.current);
    setIsCopied(true);
    timer.current = setTimeout(() => setIsCopied(false), COPIED_MS);
  };
  return { isCopied, copied };
}

/** The link of a post, to be copied. */
export function SharePost({ post, onClose }: { post: Post; onClose: () => void }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { isCopied, copied } = useCopied();
  const copy = async () => {
    field.current?.select();
    // Over plain http only the old command works.
    if ((await copyText(post.share_link)) || document.execCommand('copy')) copied();
  };
  return (
    <Modal labelledBy={id} onRequestClose={onClose} shape="card">
      <ModalHeader id={id} title="Share post" onClose={onClose} />
      <div className={styles.share}>
        <p>{post.title}</p>
        <input
          ref={field}
          readOnly
          aria-label="Link to the post"
          value={post.share_link}
          onFocus={({ target }) => target.select()}
        />
        <button type="button" className="button" data-focus onClick={() => void copy()}>
          <Icon path={isCopied ? ICONS.check : ICONS.copy} />
          <span aria-live="polite">{isCopied ? 'Link Copied' : 'Copy Link'}</span>
        </button>
      </div>
    </Modal>
  );
}
