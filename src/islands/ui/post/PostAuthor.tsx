import type { ReactNode } from 'react';

import { ago } from '#islands/ui/format/relative-time.ts';
import { Avatar } from '#islands/ui/media/Avatar.tsx';

import { authorHref, type PostOf } from './post-links.ts';

import styles from './PostAuthor.module.css';

interface Props extends PostOf {
  now: number;
  menu?: ReactNode;
}

/** Who wrote a post, what they are, and when it was. */
export function PostAuthor({ post, guest, now, menu }: Props) {
  const { name, profile_picture, account_type } = post.account;
  const who = (
    <>
      <Avatar name={name} picture={profile_picture} />
      <b>{name}</b>
    </>
  );
  return (
    <header className={styles.author}>
      {guest ? (
        <span className={styles.who}>{who}</span>
      ) : (
        <a className={styles.who} href={authorHref(post)}>
          {who}
        </a>
      )}
      <small>
        <span>{account_type}</span>
        <time dateTime={post.created_at}>{ago(post.created_at, now)}</time>
      </small>
      {menu}
    </header>
  );
}
