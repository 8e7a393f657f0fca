import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';

import { Modal } from '#islands/ui/dialog/Modal.tsx';
import { ModalHeader } from '#islands/ui/dialog/ModalHeader.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { copyText } from '#lib/client/clipboard.ts';
import { isActive } from '#lib/contract/exchange/listings/listing-states.ts';
import type { Post } from '#lib/contract/forum/posts.ts';
import { listingPath, postSheetPath } from '#lib/contract/paths.ts';
import { t } from '#lib/messages/t.ts';
import { splitTags } from '#lib/messages/tags.ts';

import styles from './SharePost.module.css';

// Only who has just posted a listing needs it.
const NextQuestions = lazy(() =>
  import('./next/NextQuestions.tsx').catch(() => ({ default: () => null })),
);

/** The public URL of a listing. */
const publicUrl = ({ post_id, share_link }: Post): string =>
  new URL(listingPath(post_id), share_link).href;

const COPIED_MS = 2000;

/** Whether the text was copied in the last 2 seconds. */
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

interface LinkProps {
  url: string;
  /** labels the field with the link */
  name: string;
  /** stands out, and has the focus when the dialog opens */
  isMain: boolean;
}

const buttonProps = (isMain: boolean) => ({
  type: 'button' as const,
  className: isMain ? 'button' : 'button quiet',
  'data-focus': isMain || undefined,
});

function CopyLink({ url, name, isMain }: LinkProps) {
  const field = useRef<HTMLInputElement>(null);
  const { isCopied, copied } = useCopied();
  const copy = async () => {
    field.current?.select();
    // `navigator.clipboard` needs HTTPS; over plain HTTP only the old command works.
    if ((await copyText(url)) || document.execCommand('copy')) copied();
  };
  return (
    <>
      <input
        ref={field}
        readOnly
        aria-label={name}
        value={url}
        onFocus={({ target }) => target.select()}
      />
      <button {...buttonProps(isMain)} onClick={() => void copy()}>
        <Icon path={isCopied ? ICONS.check : ICONS.copy} />
        <span aria-live="polite">{isCopied ? t('share.copied') : t('share.copy')}</span>
      </button>
    </>
  );
}

/** Opens the share sheet, on devices that have one. */
function ShareSheetButton({ title, url }: { title: string; url: string }) {
  // Closing the share sheet rejects.
  const share = () => void navigator.share({ title, url }).catch(() => null);
  return (
    <button {...buttonProps(true)} onClick={share}>
      <Icon path={ICONS.share} />
      {t('share.sheet')}
    </button>
  );
}

interface Props {
  post: Post;
  /** was published just now */
  isNew?: boolean | undefined;
  onClose: () => void;
}

/** Says who can open the link above. That of a listing is public, so this text also has the link for members. */
const Audience = ({ post, isListed }: Pick<Props, 'post'> & { isListed: boolean }) =>
  isListed ? (
    <small>
      {splitTags(t('share.anyone')).map(({ tag, text }) =>
        tag ? (
          <a key={text} href={post.share_link}>
            {text}
          </a>
        ) : (
          text
        ),
      )}
    </small>
  ) : (
    <small>{t('share.members')}</small>
  );

/** The link of a post, to share, copy, or print as a QR code. */
export function SharePost({ post, isNew = false, onClose }: Props) {
  const id = useId();
  const isListed = post.listing !== null && isActive(post.listing.status);
  const url = isListed ? publicUrl(post) : post.share_link;
  const hasSheet = 'share' in navigator;
  return (
    <Modal labelledBy={id} onRequestClose={onClose} shape="card">
      <ModalHeader id={id} title={t('share.title')} onClose={onClose} />
      <div className={styles.share}>
        {isNew && <output className={styles.new}>{t('share.new')}</output>}
        <p>{post.title}</p>
        {isNew && isListed && post.listing && (
          <Suspense>
            <NextQuestions postId={post.post_id} listing={post.listing} />
          </Suspense>
        )}
        {hasSheet && <ShareSheetButton title={post.title} url={url} />}
        <CopyLink
          url={url}
          name={isListed ? t('share.public_link') : t('share.link')}
          isMain={!hasSheet}
        />
        <a className="button quiet" href={postSheetPath(post.post_id)}>
          <Icon path={ICONS.qr} />
          {t('share.print')}
        </a>
        <Audience post={post} isListed={isListed} />
      </div>
    </Modal>
  );
}
