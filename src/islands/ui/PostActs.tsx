import { Icon } from './Icon.tsx';
import { type PostOf, postHref } from './post-links.ts';

import styles from './PostActs.module.css';

const count = (n: number, one: string) => `${n} ${one}${n === 1 ? '' : 's'}`;

/** How a post was received: likes and comments. */
export function PostActs({ post, guest = false }: PostOf) {
  const href = postHref({ post, guest });
  const likes = (
    <>
      <Icon name="heart" filled={post.is_liked} />
      <span aria-hidden="true">{post.likes}</span>
      <span className="visually-hidden">{count(post.likes, 'like')}</span>
    </>
  );
  return (
    <footer className={styles.acts}>
      {guest ? (
        <a href={href}>{likes}</a>
      ) : (
        <span data-liked={post.is_liked || undefined}>{likes}</span>
      )}
      <a href={guest ? href : `${href}#comments`}>
        <Icon name="comment" />
        <span aria-hidden="true">{post.comments}</span>
        <span className="visually-hidden">{count(post.comments, 'comment')}</span>
      </a>
      {guest && (
        <a href={href}>
          <Icon name="share" />
          Share
        </a>
      )}
    </footer>
  );
}
