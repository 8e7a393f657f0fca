import type { ReactNode } from 'react';

import { grouped } from '#islands/ui/format/format-number.ts';
import { Icon } from '#islands/ui/Icon.tsx';

import { type PostOf, postHref } from './post-links.ts';

import styles from './PostFooter.module.css';

/** What a member does with a post. */
export interface PostHands {
  /** a like or unlike is on its way */
  isLiking: boolean;
  onLike: () => void;
  onShare: (opener: HTMLElement) => void;
  /** shows the comments, where they are on the same page */
  onComments?: () => void;
}

interface Props extends PostOf {
  hands?: PostHands;
}

const words = (n: number, one: string) => `${grouped(n)} ${one}${n === 1 ? '' : 's'}`;

/** A number beside its icon, and in words for those who hear it. */
const Count = ({ n, one }: { n: number; one: string }) => (
  <>
    <span aria-hidden="true">{grouped(n)}</span>
    <span className="visually-hidden">{words(n, one)}</span>
  </>
);

interface ActProps {
  /** where it leads, when it is a link */
  href?: string;
  onClick?: ((opener: HTMLElement) => void) | undefined;
  children: ReactNode;
}

/** With something to do it is a button, otherwise a link. */
const Act = ({ href, onClick, children }: ActProps) =>
  onClick ? (
    <button type="button" onClick={({ currentTarget }) => onClick(currentTarget)}>
      {children}
    </button>
  ) : (
    <a href={href}>{children}</a>
  );

function Like({ post, hands }: Props) {
  const likes = (
    <>
      <Icon name="heart" filled={post.is_liked} />
      <Count n={post.likes} one="like" />
    </>
  );
  if (!hands) return <a href={postHref({ post, guest: true })}>{likes}</a>;
  return (
    <button
      type="button"
      aria-pressed={post.is_liked}
      aria-label={`Like, ${words(post.likes, 'like')}`}
      // Not `disabled`: that would take the focus from whoever pressed it by key.
      aria-disabled={hands.isLiking}
      onClick={() => hands.isLiking || hands.onLike()}
    >
      {likes}
    </button>
  );
}

/** How a post was received, and what can be done with it: like, comment, share. A guest signs in first. */
export function PostActs({ post, guest = false, hands }: Props) {
  const href = postHref({ post, guest });
  return (
    <footer className={styles.acts}>
      <Like post={post} hands={hands} />
      <Act href={guest ? href : `${href}#comments`} onClick={hands?.onComments}>
        <Icon name="comment" />
        <Count n={post.comments} one="comment" />
      </Act>
      <Act href={href} onClick={hands?.onShare}>
        <Icon name="share" />
        Share
      </Act>
    </footer>
  );
}
