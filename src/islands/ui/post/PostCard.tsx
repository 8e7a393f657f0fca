import type { ReactNode } from 'react';

import { Carousel } from '#islands/ui/media/Carousel.tsx';
import { Slides } from '#islands/ui/media/Slides.tsx';

import { type PostOf, postHref } from './post-links.ts';
import { PostAuthor } from './PostAuthor.tsx';
import { PostActs, type PostHands } from './PostFooter.tsx';

import styles from './PostCard.module.css';

interface Props extends PostOf {
  /** milliseconds since 1970, to tell how long ago it was */
  now: number;
  /** its first picture is the first one seen: it is fetched before the others */
  first?: boolean;
  /** what a member does with it */
  hands?: PostHands;
  /** stands at the end of the author's line, e.g. a menu */
  menu?: ReactNode;
}

/** A post in a list (spec 2). For a guest it is plain markup that leads to the sign-in, as a whole. */
export function PostCard({ post, guest = false, now, first, hands, menu }: Props) {
  const href = postHref({ post, guest });
  const Pictures = guest ? Slides : Carousel;
  return (
    <article className={guest ? `${styles.card} ${styles.guest}` : styles.card}>
      <PostAuthor post={post} guest={guest} now={now} menu={menu} />
      <h2>
        <a href={href}>{post.title}</a>
      </h2>
      <p>{post.description}</p>
      {post.attachments.length > 0 && (
        <Pictures pictures={post.attachments} title={post.title} href={href} first={first} />
      )}
      <PostActs post={post} guest={guest} hands={hands} />
    </article>
  );
}
