import type { ReactNode } from 'react';

import { Carousel } from '#islands/ui/media/Carousel.tsx';
import { Slides } from '#islands/ui/media/Slides.tsx';

import { ListingFacts } from './ListingFacts.tsx';
import { type PostView, postHref } from './post-links.ts';
import { PostAuthor } from './PostAuthor.tsx';
import { PostFooter, type PostActions } from './PostFooter.tsx';

import styles from './PostCard.module.css';

interface Props extends PostView {
  /** milliseconds since 1970 */
  now: number;
  /** its first image is the LCP element */
  priority?: boolean;
  actions?: PostActions;
  /** at the end of the author’s line */
  menu?: ReactNode;
}

/** A post in a list. For a guest it is plain markup that links to the login. */
export function PostCard({ post, isGuest = false, now, priority, actions, menu }: Props) {
  const href = postHref({ post, isGuest });
  const Images = isGuest ? Slides : Carousel;
  return (
    <article id={post.post_id} className={isGuest ? `${styles.card} ${styles.guest}` : styles.card}>
      <PostAuthor post={post} isGuest={isGuest} now={now} menu={menu} />
      <h2 dir="auto">
        <a href={href}>{post.title}</a>
      </h2>
      {post.listing && <ListingFacts listing={post.listing} />}
      <p dir="auto" className={styles.text}>
        {post.description}
      </p>
      {post.attachments.length > 0 && (
        <Images
          images={post.attachments}
          alts={post.attachment_alts}
          title={post.title}
          href={href}
          priority={priority}
        />
      )}
      {!post.is_pending && <PostFooter post={post} isGuest={isGuest} actions={actions} isInList />}
    </article>
  );
}
