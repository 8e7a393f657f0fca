import type { ReactNode } from 'react';

import { formatShortTime } from '#islands/ui/format/relative-time.ts';
import { Avatar } from '#islands/ui/media/Avatar.tsx';
import { roleLabel } from '#lib/messages/names/role-names.ts';
import { t } from '#lib/messages/t.ts';

import { authorHref, type PostView } from './post-links.ts';

import styles from './PostAuthor.module.css';

interface Props extends PostView {
  now: number;
  menu?: ReactNode;
}

/** The author of a post, their role, and the date. */
export function PostAuthor({ post, isGuest, now, menu }: Props) {
  const { name, profile_picture, account_type } = post.account;
  const poster = post.listing?.posted_by;
  const content = (
    <>
      <Avatar name={name} picture={profile_picture} />
      <b>{name}</b>
    </>
  );
  return (
    <header className={styles.author}>
      {isGuest ? (
        <span className={styles.member}>{content}</span>
      ) : (
        <a className={styles.member} href={authorHref(post)}>
          {content}
        </a>
      )}
      <small>
        <span>{roleLabel(account_type)}</span>
        <time dateTime={post.created_at}>{formatShortTime(post.created_at, now)}</time>
      </small>
      {menu}
      {poster && (
        <p className={styles.by}>
          {t('listing.posted_by', { steward: poster.name, person: name })}
        </p>
      )}
      {post.is_pending && <p>{t('post.pending')}</p>}
    </header>
  );
}
